import Foundation

/// What a round eraser covers on its way from one point straight to another: all that is within
/// `radius` of the way.
package struct Capsule: Sendable, Hashable {
  let axis: LineSegment
  let radius: Double

  init(from start: PagePoint, to end: PagePoint, radius: Double) {
    axis = LineSegment(start, end)
    self.radius = radius
  }

  /// A rectangle that holds everything within a distance of the way.
  func bounds(within reach: Double) -> PageRect {
    PageRect(corner: axis.start, corner: axis.end).insetBy(-reach)
  }

  /// A convex polygon that holds the capsule and is nowhere farther from it than
  /// ``outlineTolerance``.
  var outline: [PagePoint] {
    let wanted = (radius / (2 * Self.outlineTolerance)).squareRoot() * .pi
    let half = wanted.isFinite ? Int(min(max((wanted / 2).rounded(.up), 4), 1000)) : 4
    let heading = atan2(axis.end.y - axis.start.y, axis.end.x - axis.start.x)
    return Self.cap(axis.end, radius, heading, half) + Self.cap(axis.start, radius, heading + .pi, half)
  }

  /// How much farther than the capsule its outline may reach, in points.
  static let outlineTolerance = 0.006

  /// Half a regular polygon around the circle; its first and last edge lie along the capsule's sides.
  private static func cap(
    _ center: PagePoint, _ radius: Double, _ heading: Double, _ count: Int
  ) -> [PagePoint] {
    let step = Double.pi / Double(count)
    let far = radius / cos(step / 2)
    return (0..<count).map { index in
      let angle = heading - .pi / 2 + (Double(index) + 0.5) * step
      return center.offset(dx: far * cos(angle), dy: far * sin(angle))
    }
  }
}
