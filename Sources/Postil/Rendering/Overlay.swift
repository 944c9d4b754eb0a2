import PostilFile
import PostilModel
import PostilRender

/// The annotations that are painted over what poppler draws of a page: added or changed since the file was opened.
struct Overlay: Sendable {
  /// An annotation and its picture; `nil` if it shows nothing.
  struct Item: Sendable {
    let annotation: Annotation
    let picture: PreparedAppearance?

    /// What may look different where it is painted, or no longer is.
    var area: PageRect? { picture?.area }
  }

  /// Bottom first.
  private(set) var items: [Item] = []

  init() {}

  /// - Parameters:
  ///   - annotations: What is painted, bottom first.
  ///   - old: The overlay before the latest edits: what did not change is taken from it.
  /// - Complexity: O(annotations), and O(points) for those that changed.
  init(_ annotations: [Annotation], old: Overlay?) { items = Self.items(annotations, old?.items ?? []) }

  /// Items for annotations; those that were there before are taken over.
  private static func items(_ annotations: [Annotation], _ old: [Item]) -> [Item] {
    let same = zip(old, annotations).prefix { $0.annotation == $1 }.count
    let known = old[same...].reduce(into: [:]) { $0[$1.annotation.id] = $1 }
    let others = annotations[same...].map { annotation in
      if let item = known[annotation.id], item.annotation == annotation { return item }
      return Item(annotation: annotation, picture: PreparedAppearance(annotation))
    }
    return old[..<same] + others
  }

  /// The pictures that touch a rectangle, bottom first.
  func pictures(touching rect: PageRect) -> [PreparedAppearance] {
    items.compactMap { item in item.picture.flatMap { $0.area.intersects(rect) ? $0 : nil } }
  }

  /// The rectangles that look different from another overlay. O(annotations).
  func differences(from other: Overlay) -> [PageRect] {
    AnnotationDifference.changed(items, other.items) { $0.annotation }.compactMap(\.area)
  }
}
