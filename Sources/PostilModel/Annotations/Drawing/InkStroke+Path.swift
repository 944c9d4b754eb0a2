extension InkStroke {
  /// Strokes that stay within a square of this size, in points, are dots: too short for a pen to
  /// have a direction, and for a file to tell their ends apart.
  static let dotSize = 0.001

  /// The path of the stroke's center line: it starts at the first point and ends at the last. A
  /// dot's path is a line of no length, which many readers do not paint. A Bézier stroke's
  /// points past the last whole curve are ignored. O(points).
  public var path: PagePath {
    if let dot { return PagePath([.move(dot), .line(dot)]) }
    return centerLine(through: points)
  }

  /// Points, or widths as places on an axis, joined as those of the stroke are.
  func centerLine(through points: [PagePoint]) -> PagePath {
    guard let first = points.first else { return PagePath() }
    switch curve {
    case .straight: return PagePath([.move(first)] + points.dropFirst().map { .line($0) })
    case .bezier: return Self.bezierPath(through: points, from: first)
    case .smooth: return Self.smoothPath(through: points, from: first)
    }
  }

  /// Where the stroke makes but a dot.
  var dot: PagePoint? {
    guard let first = points.first else { return nil }
    let used = curve == .bezier ? points.prefix((points.count - 1) / 3 * 3 + 1) : points[...]
    let isDot = used.allSatisfy {
      abs($0.x - first.x) < Self.dotSize && abs($0.y - first.y) < Self.dotSize
    }
    return isDot ? first : nil
  }

  private static func bezierPath(through points: [PagePoint], from first: PagePoint) -> PagePath {
    var path = PagePath([.move(first)])
    for index in stride(from: 3, to: points.count, by: 3) {
      path.addCurve(to: points[index], control1: points[index - 2], control2: points[index - 1])
    }
    return path
  }

  private static func smoothPath(through points: [PagePoint], from first: PagePoint) -> PagePath {
    guard points.count > 2, let last = points.last else {
      return PagePath([.move(first)] + points.dropFirst().map { .line($0) })
    }
    var path = PagePath([.move(first), .line(joint(points, before: 1))])
    path.elements.reserveCapacity(points.count + 2)
    appendCurves(through: points, from: 1, to: points.count - 1, to: &path)
    path.addLine(to: last)
    return path
  }

  /// Where the curve around the sample before meets the curve around this one.
  static func joint(_ points: [PagePoint], before index: Int) -> PagePoint {
    points[index - 1].interpolated(to: points[index], at: 0.5)
  }

  /// Adds the curves around the samples of a range, from joint to joint.
  static func appendCurves(
    through points: [PagePoint], from low: Int, to high: Int, to path: inout PagePath
  ) {
    for index in stride(from: low, to: high, by: 1) {
      let curve = CubicCurve(
        raising: joint(points, before: index), points[index], joint(points, before: index + 1))
      path.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2)
    }
  }
}
