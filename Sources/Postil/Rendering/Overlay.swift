import PostilFile
import PostilModel
import PostilRender

/// The annotations that are painted over what poppler draws of a page: added or changed since the file was opened.
struct Overlay: Sendable {
  /// An annotation and its picture; `nil` if it shows nothing. An object, so that an overlay shares with the one before an
  /// edit what did not change: copying thousands of annotations takes longer than painting a tile.
  final class Item: Sendable {
    let annotation: Annotation
    /// Its version in ``AnnotationList/versions``.
    let version: Int
    let picture: PreparedAppearance?

    init(_ annotation: Annotation, version: Int, picture: PreparedAppearance?) {
      self.annotation = annotation
      self.version = version
      self.picture = picture
    }

    /// What may look different where it is painted, or no longer is.
    var area: PageRect? { picture?.area }
  }

  /// Bottom first.
  private(set) var items: [Item] = []

  init() {}

  /// - Parameters:
  ///   - list: The annotations of the page.
  ///   - indices: Those that are painted, bottom first.
  ///   - old: The overlay before the latest edits: what did not change is taken from it.
  /// - Complexity: O(annotations), and O(points) for those that changed.
  init(_ list: AnnotationList, at indices: [Int], old: Overlay?) {
    let old = old?.items ?? []
    let most = min(old.count, indices.count)
    var (below, above) = (0, 0)
    while below < most, old[below].version == list.versions[indices[below]] { below += 1 }
    while above < most - below,
      old[old.count - 1 - above].version == list.versions[indices[indices.count - 1 - above]]
    { above += 1 }
    let known = Dictionary(old[below..<old.count - above].map { ($0.annotation.id, $0) }) { $1 }
    items.reserveCapacity(indices.count)
    items += old[..<below]
    for index in indices[below..<indices.count - above] {
      let (annotation, version) = (list.items[index], list.versions[index])
      let before = known[annotation.id]
      if let before, before.version == version {
        items.append(before)
      } else if let before, before.annotation == annotation {
        items.append(Item(annotation, version: version, picture: before.picture))
      } else {
        items.append(Item(annotation, version: version, picture: PreparedAppearance(annotation)))
      }
    }
    items += old[(old.count - above)...]
  }

  /// How many of the lowest annotations have these versions. O(annotations).
  func countOfSame(as versions: ArraySlice<Int>) -> Int {
    zip(items, versions).prefix { $0.version == $1 }.count
  }

  /// The annotations with a picture that touches a rectangle, bottom first. O(annotations).
  func items(touching rect: PageRect) -> [Item] {
    items.filter { $0.area?.intersects(rect) ?? false }
  }

  /// The rectangles that look different from another overlay. O(annotations).
  func differences(from other: Overlay) -> [PageRect] {
    let most = min(items.count, other.items.count)
    var (below, above) = (0, 0)
    while below < most, items[below] === other.items[below] { below += 1 }
    while above < most - below,
      items[items.count - 1 - above] === other.items[other.items.count - 1 - above]
    { above += 1 }
    let now = Array(items[below..<items.count - above])
    let before = Array(other.items[below..<other.items.count - above])
    return AnnotationDifference.changed(now, before) { $0.annotation }.compactMap(\.area)
  }
}
