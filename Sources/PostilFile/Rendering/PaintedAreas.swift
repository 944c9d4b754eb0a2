import PostilModel

/// Where something was painted on a page, by the boxes of what was: to know over what a later one comes.
struct PaintedAreas {
  private struct Area {
    let box: PageRect
    let isOpaque: Bool
  }

  /// Boxes behind that are not kept.
  private static let most = 512

  private var areas: [Area] = []
  var count: Int { areas.count }

  /// - Parameter isOpaque: Whether all of the box is covered.
  mutating func add(_ box: PageRect, isOpaque: Bool) {
    guard areas.count < Self.most, box.isUsable else { return }
    areas.append(Area(box: box, isOpaque: isOpaque))
  }

  /// Whether a box is wholly covered by one that was painted; edges of a point do not count.
  func cover(_ box: PageRect) -> Bool {
    let inside = box.insetBy(1)
    return areas.contains { $0.isOpaque && $0.box.contains(inside) }
  }

  /// Whether something of a box was painted on, by what was painted from one place on.
  func touch(_ box: PageRect, from first: Int, to end: Int) -> Bool {
    areas[min(first, areas.count)..<min(end, areas.count)].contains {
      $0.box.intersection(box).map { $0.width > 1 && $0.height > 1 } ?? false
    }
  }
}
