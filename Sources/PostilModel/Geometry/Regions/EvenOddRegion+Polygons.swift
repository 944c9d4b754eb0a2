extension EvenOddRegion {
  /// Slivers thinner than about this, in points, are what rounding leaves, not what a user sees.
  private static let sliver = 0.002

  /// The region as closed polygons that do not cross themselves or each other, to be filled by the
  /// even-odd rule. Slivers that cannot be seen are left out. O(n log n).
  var polygons: [[PagePoint]] {
    loops.map(Self.withoutStraightPoints).map { $0.map(\.pagePoint) }.filter { Self.isVisible($0) }
  }

  /// The edges as closed loops that pass no point twice.
  private var loops: [[GridPoint]] {
    var open: [GridPoint: [Int]] = [:]
    let sorted = edges.sorted()
    for (index, edge) in sorted.enumerated() {
      open[edge.low, default: []].append(index)
      open[edge.high, default: []].append(index)
    }
    var used = [Bool](repeating: false, count: sorted.count)
    var result: [[GridPoint]] = []
    for index in sorted.indices where !used[index] {
      Self.walk(from: sorted[index].low, sorted, &open, &used, &result)
    }
    return result
  }

  /// Follows unused edges from a point until there are none, and takes off a loop whenever the way
  /// comes back to a point it has passed.
  private static func walk(
    from start: GridPoint, _ edges: [GridEdge], _ open: inout [GridPoint: [Int]], _ used: inout [Bool],
    _ result: inout [[GridPoint]]
  ) {
    var way = [start]
    var places = [start: 0]
    while let here = way.last, let next = take(at: here, edges, &open, &used) {
      if let place = places[next] {
        result.append(Array(way[place...]))
        for point in way[(place + 1)...] { places[point] = nil }
        way.removeSubrange((place + 1)...)
      } else {
        places[next] = way.count
        way.append(next)
      }
    }
  }

  /// Uses up an edge at a point and returns its other end.
  private static func take(
    at point: GridPoint, _ edges: [GridEdge], _ open: inout [GridPoint: [Int]], _ used: inout [Bool]
  ) -> GridPoint? {
    while let index = open[point]?.popLast() {
      guard !used[index] else { continue }
      used[index] = true
      return edges[index].low == point ? edges[index].high : edges[index].low
    }
    return nil
  }

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
