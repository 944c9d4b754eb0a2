extension EvenOddRegion {
  /// Slivers thinner than about this, in points, are what rounding leaves, not what a user sees.
  private static let sliver = 0.002

  /// The region as closed polygons that do not cross themselves or each other, to be filled by the
  /// even-odd rule. Slivers that cannot be seen are left out. O(n log n).
  var polygons: [[PagePoint]] {
    loops.map(Self.withoutStraightPoints).map { $0.map(\.pagePoint) }.filter { Self.isVisible($0) }
  }

  /// The edges as closed loops that pass no point twice.
  private var loops: [[GridPoint]] { LoopWalk(edges.sorted()).loops }

  /// The loop without the points where it goes straight on.
  private static func withoutStraightPoints(_ loop: [GridPoint]) -> [GridPoint] {
    guard loop.count > 3 else { return loop }
    return loop.indices.filter { index in
      let before = loop[(index + loop.count - 1) % loop.count]
      let after = loop[(index + 1) % loop.count]
      return GridEdge(before, after).map { $0.side(of: loop[index]) != 0 } ?? true
    }.map { loop[$0] }
  }

  private static func isVisible(_ loop: [PagePoint]) -> Bool {
    guard let first = loop.first, loop.count > 2 else { return false }
    var (area, length) = (0.0, 0.0)
    for (a, b) in zip(loop, loop.dropFirst() + [first]) {
      area += ((a.x - first.x) * (b.y - first.y) - (a.y - first.y) * (b.x - first.x)) / 2
      length += a.distance(to: b)
    }
    return 2 * abs(area) > sliver * length
  }
}
