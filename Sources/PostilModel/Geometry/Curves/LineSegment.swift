/// A straight line from one point to another.
package struct LineSegment: Sendable, Hashable {
  package var start: PagePoint
  package var end: PagePoint

  package init(_ start: PagePoint, _ end: PagePoint) {
    self.start = start
    self.end = end
  }

  package var length: Double { start.distance(to: end) }

  /// The distance of a point from the nearest point of the segment.
  package func distance(to point: PagePoint) -> Double {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return start.distance(to: point) }
    let t = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square
    return point.distance(to: start.offset(dx: dx * min(max(t, 0), 1), dy: dy * min(max(t, 0), 1)))
  }

  /// The distance of the two segments' nearest points; 0 where they cross.
  package func distance(to other: LineSegment) -> Double {
    if crosses(other) { return 0 }
    return min(
      min(distance(to: other.start), distance(to: other.end)),
      min(other.distance(to: start), other.distance(to: end)))
  }

  /// The distance from the nearest point of a rectangle, its inside included.
  package func distance(to rect: PageRect) -> Double {
    if rect.contains(start) { return 0 }
    let corners = PagePath.corners(of: rect)
    let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map(LineSegment.init)
    return edges.map { distance(to: $0) }.min() ?? .infinity
  }

  private func crosses(_ other: LineSegment) -> Bool {
    side(of: other.start) * side(of: other.end) < 0 && other.side(of: start) * other.side(of: end) < 0
  }

  /// Above 0 to the left of the segment, below 0 to its right.
  private func side(of point: PagePoint) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }
}
