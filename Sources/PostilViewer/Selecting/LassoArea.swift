/// What a loop is drawn around: the area within it, closed by the line from its end to its start.
struct LassoArea {
  /// The share of an annotation that has to lie within it.
  private static let leastShare = 0.6
  /// The most places of an annotation that are looked at.
  private static let mostPlaces = 400

  private let sides: [LineSegment]
  /// The rectangle around the loop; `nil` for a loop of fewer than three points.
  let bounds: PageRect?

  /// Makes an area; the loop is in page space.
  init(_ loop: [PagePoint]) {
    let corners = loop.filter(\.isUsable)
    sides = corners.indices.map { LineSegment(corners[$0], corners[($0 + 1) % corners.count]) }
    bounds = corners.count > 2 ? PageRect.bounding(corners) : nil
  }

  /// Whether most of what an annotation paints lies within the loop; of what is no path, most of its rectangle. O(places · corners).
  func holds(_ annotation: Annotation) -> Bool {
    guard let bounds, bounds.intersects(annotation.bounds) else { return false }
    var places: [PagePoint] = []
    for item in annotation.appearance.items { Self.collect(item, &places) }
    if places.isEmpty { places = Self.grid(annotation.bounds) }
    let step = max(places.count / Self.mostPlaces, 1)
    let looked = stride(from: 0, to: places.count, by: step).map { places[$0] }
    let inside = looked.count { encloses($0) }
    return Double(inside) >= Self.leastShare * Double(looked.count)
  }

  /// By the even-odd rule.
  func encloses(_ point: PagePoint) -> Bool {
    guard let bounds, bounds.contains(point) else { return false }
    return sides.count { $0.isRight(of: point) } % 2 == 1
  }

  /// Places along what an item paints, at distances of a few points.
  private static func collect(_ item: Appearance.Item, _ places: inout [PagePoint]) {
    switch item.content {
    case .path(let painted):
      for segment in painted.path.segments() {
        let length = segment.controlLength
        let count = length.isFinite ? Int(min(max(length / 3, 1), 64)) : 1
        for index in 0..<count {
          places.append(segment.point(at: (Double(index) + 0.5) / Double(count)))
        }
      }
    case .group(let group):
      for item in group.items { collect(item, &places) }
    case .text(let text): places += grid(text.place.frame)
    case .page(let page): places += grid(page.place.frame)
    case .image(let image): places += grid(image.place.frame)
    }
  }

  private static func grid(_ rect: PageRect) -> [PagePoint] {
    (0..<25).map { index in
      PagePoint(
        x: rect.minX + rect.width * (Double(index % 5) + 0.5) / 5,
        y: rect.minY + rect.height * (Double(index / 5) + 0.5) / 5)
    }
  }
}
