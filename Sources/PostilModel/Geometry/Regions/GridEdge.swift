/// A straight line between two different points of the grid, without a direction.
struct GridEdge: Sendable, Hashable, Comparable {
  let low: GridPoint
  let high: GridPoint

  /// `nil` if the points are the same.
  init?(_ a: GridPoint, _ b: GridPoint) {
    guard a != b else { return nil }
    low = min(a, b)
    high = max(a, b)
  }

  /// The edges of a closed polygon.
  static func edges(of polygon: [PagePoint]) -> [GridEdge] {
    let points = polygon.compactMap { GridPoint($0) }
    return zip(points, points.dropFirst() + points.prefix(1)).compactMap { GridEdge($0, $1) }
  }

  var minX: Int { min(low.x, high.x) }
  var maxX: Int { max(low.x, high.x) }

  static func < (a: GridEdge, b: GridEdge) -> Bool { (a.low, a.high) < (b.low, b.high) }

  /// 1 if the point is to the left of the way up, −1 to the right, 0 on the line. Exact.
  func side(of point: GridPoint) -> Int {
    side(x: point.x - low.x, y: point.y - low.y)
  }

  private func side(x: Int, y: Int) -> Int {
    let left = Int128(high.x - low.x) * Int128(y)
    let right = Int128(high.y - low.y) * Int128(x)
    return left == right ? 0 : left > right ? 1 : -1
  }

  /// Whether a ray to the right from the middle of another edge crosses this one. An edge counts
  /// with its lower end and without its upper one, as though the ray ran a hair higher.
  func isRight(ofMiddleOf other: GridEdge) -> Bool {
    let (x, y) = (other.low.x + other.high.x, other.low.y + other.high.y)
    guard 2 * low.y <= y, y < 2 * high.y, x <= 2 * maxX else { return false }
    return side(x: x - 2 * low.x, y: y - 2 * low.y) > 0
  }

  /// Whether a point of the edge's line is strictly between its ends.
  func isWithin(_ point: GridPoint) -> Bool { low < point && point < high }

  /// The grid point nearest to where two edges cross.
  func crossing(_ other: GridEdge) -> GridPoint {
    let (dx, dy) = (high.x - low.x, high.y - low.y)
    let (ex, ey) = (other.high.x - other.low.x, other.high.y - other.low.y)
    let (gx, gy) = (other.low.x - low.x, other.low.y - low.y)
    let whole = Int128(dx) * Int128(ey) - Int128(dy) * Int128(ex)
    let part = Int128(gx) * Int128(ey) - Int128(gy) * Int128(ex)
    guard whole != 0 else { return low }
    let t = min(max(Double(part) / Double(whole), 0), 1)
    return GridPoint(
      x: low.x + Int((t * Double(dx)).rounded()), y: low.y + Int((t * Double(dy)).rounded()))
  }
}
