/// A polyline taken apart: the points of the shaft, and the shapes at its ends.
struct PolylineLayout: Sendable, Hashable {
  /// What is drawn of the lines themselves; empty where the shapes at its ends leave no room.
  let shaft: [PagePoint]
  let start: LineEndShape?
  let end: LineEndShape?

  init(_ line: PolylineContent, lineWidth: Double) {
    // Points that stand on one another have no direction.
    let points = line.vertices.reduce(into: [PagePoint]()) { result, point in
      if result.last.map({ $0.distance(to: point) >= InkStroke.dotSize }) ?? true { result.append(point) }
    }
    guard points.count > 1 else {
      (shaft, start, end) = ([], nil, nil)
      return
    }
    let first = Self.end(line.start, at: points[0], from: points[1], lineWidth)
    let last = Self.end(line.end, at: points[points.count - 1], from: points[points.count - 2], lineWidth)
    var way = Self.shortened(points, by: first?.setback ?? 0)
    way = Self.shortened(way.reversed(), by: last?.setback ?? 0)
    (shaft, start, end) = (way.reversed(), first, last)
  }

  /// The shapes at the ends that there are.
  var ends: [LineEndShape] { [start, end].compactMap { $0 } }

  private static func end(
    _ ending: LineEnding, at tip: PagePoint, from other: PagePoint, _ lineWidth: Double
  ) -> LineEndShape? {
    let length = other.distance(to: tip)
    let direction = PagePoint(x: (tip.x - other.x) / length, y: (tip.y - other.y) / length)
    return LineEndShape(ending, tip: tip, direction: direction, lineWidth: lineWidth)
  }

  /// The way without its first `length` points; empty if it is not longer.
  static func shortened(_ points: [PagePoint], by length: Double) -> [PagePoint] {
    var (left, rest) = (length, points[...])
    while left > 0, let first = rest.first, let next = rest.dropFirst().first {
      let step = first.distance(to: next)
      if step > left { return [first.interpolated(to: next, at: left / step)] + rest.dropFirst() }
      left -= step
      rest = rest.dropFirst()
    }
    return rest.count > 1 ? Array(rest) : []
  }
}
