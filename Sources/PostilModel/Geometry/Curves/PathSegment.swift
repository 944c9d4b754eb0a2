/// A step of a path that draws: a straight line or a cubic curve, with its start.
package enum PathSegment: Sendable, Hashable {
  case line(LineSegment)
  case curve(CubicCurve)

  package var start: PagePoint {
    switch self {
    case .line(let line): line.start
    case .curve(let curve): curve.start
    }
  }

  package var end: PagePoint {
    switch self {
    case .line(let line): line.end
    case .curve(let curve): curve.end
    }
  }

  /// The segment as a cubic curve.
  package var cubic: CubicCurve {
    switch self {
    case .line(let line): CubicCurve(line)
    case .curve(let curve): curve
    }
  }

  /// A rectangle that holds the segment and its control points.
  package var controlBounds: PageRect {
    switch self {
    case .line(let line): PageRect(corner: line.start, corner: line.end)
    case .curve(let curve): curve.controlBounds
    }
  }

  /// The smallest rectangle that holds the segment.
  package var extent: PageRect {
    switch self {
    case .line: controlBounds
    case .curve(let curve): curve.extent
    }
  }

  /// At least the segment's length.
  package var controlLength: Double {
    switch self {
    case .line(let line): line.length
    case .curve(let curve): curve.controlLength
    }
  }

  /// The part between two parameters from 0 to 1.
  package func piece(from low: Double, to high: Double) -> PathSegment {
    switch self {
    case .line(let line):
      let start = low > 0 ? line.start.interpolated(to: line.end, at: low) : line.start
      let end = high < 1 ? line.start.interpolated(to: line.end, at: high) : line.end
      return .line(LineSegment(start, end))
    case .curve(let curve): return .curve(curve.piece(from: low, to: high))
    }
  }

  /// Straight lines that are never farther from the segment than `tolerance` points.
  package func lines(tolerance: Double) -> [LineSegment] {
    switch self {
    case .line(let line): return [line]
    case .curve(let curve):
      let points = curve.flattened(tolerance: tolerance)
      return zip(points, points.dropFirst()).map(LineSegment.init)
    }
  }

  /// The point at a parameter from 0 to 1.
  package func point(at t: Double) -> PagePoint {
    switch self {
    case .line(let line): line.start.interpolated(to: line.end, at: t)
    case .curve(let curve): curve.point(at: t)
    }
  }

  /// The same, run through the other way.
  package var reversed: PathSegment {
    switch self {
    case .line(let line): .line(LineSegment(line.end, line.start))
    case .curve(let curve): .curve(CubicCurve(curve.end, curve.control2, curve.control1, curve.start))
    }
  }
}
