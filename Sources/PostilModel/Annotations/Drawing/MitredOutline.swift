/// Straight lines with mitered corners: how far the pen's paint reaches.
struct MitredOutline {
  private let points: [PagePoint]
  private let isClosed: Bool
  private let half: Double

  /// - Parameter width: The pen's width, in points.
  init(_ points: [PagePoint], isClosed: Bool, width: Double) {
    self.points = points
    self.isClosed = isClosed
    half = width / 2
  }

  /// A rectangle that holds the lines, widened by half the pen, and the tips of the corners. O(points).
  var bounds: PageRect {
    let box = (PageRect.bounding(points) ?? .zero).insetBy(-half)
    return PageRect.bounding(tips).map { box.union($0) } ?? box
  }

  /// Where corners stand out the farthest: sharper ones than the limit are cut off (ISO 32000-2, 8.4.3.5).
  var tips: [PagePoint] {
    guard half > 0, points.count > 2 else { return [] }
    let inner = isClosed ? points.indices : points.indices.dropFirst().dropLast()
    return inner.compactMap { index in
      tip(
        points[(index + points.count - 1) % points.count], points[index], points[(index + 1) % points.count])
    }
  }

  private func tip(_ before: PagePoint, _ corner: PagePoint, _ after: PagePoint) -> PagePoint? {
    let (a, b) = (before.distance(to: corner), corner.distance(to: after))
    guard a > 0, b > 0 else { return nil }
    // Away from both neighbors, along the bisector.
    let x = (corner.x - before.x) / a + (corner.x - after.x) / b
    let y = (corner.y - before.y) / a + (corner.y - after.y) / b
    let length = (x * x + y * y).squareRoot()
    // Of the unit vectors from the corner to its neighbors the sum is twice the cosine of half the angle.
    let cosine = min(length / 2, 1)
    let sine = (1 - cosine * cosine).squareRoot()
    guard length > 1e-9, sine * Appearance.Pen.miterLimit >= 1 else { return nil }
    let reach = half / sine
    return corner.offset(dx: x / length * reach, dy: y / length * reach)
  }
}
