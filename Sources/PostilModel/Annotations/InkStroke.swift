/// One stroke of a pen: points, and how they are joined.
public struct InkStroke: Sendable, Hashable {
  /// How a stroke's points are joined.
  public enum Curve: String, Sendable, Hashable, Codable {
    /// Midpoint smoothing: each inner point is the control point of a quadratic curve that runs
    /// from the midpoint before it to the midpoint after it; the stroke starts at the first point
    /// and ends at the last.
    case smooth
    /// Straight lines from point to point.
    case straight
    /// Cubic Bézier curves: a start, then two control points and an end for each curve, so
    /// 3·n + 1 points.
    case bezier
  }

  /// The points, in page space; what they mean depends on ``curve``.
  public var points: [PagePoint]
  /// How the points are joined.
  public var curve: Curve

  /// Makes a stroke. One point makes a dot.
  public init(points: [PagePoint], curve: Curve = .smooth) {
    self.points = points
    self.curve = curve
  }
}

extension InkStroke: Codable {
  private enum Key: String, CodingKey { case points, curve }

  /// Reads `{"points": [[x, y], …], "curve": "smooth"}`, or just the list of points.
  public init(from decoder: any Decoder) throws {
    if let values = try? decoder.container(keyedBy: Key.self) {
      points = try values.decode([PagePoint].self, forKey: .points)
      curve = try values.decodeIfPresent(Curve.self, forKey: .curve) ?? .smooth
    } else {
      points = try decoder.singleValueContainer().decode([PagePoint].self)
      curve = .smooth
    }
  }
}
