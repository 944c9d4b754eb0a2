import Foundation

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

  /// Makes a stroke: `InkStroke([a, b, c], curve: .straight)`.
  public init(_ points: [PagePoint], curve: Curve = .smooth) { self.init(points: points, curve: curve) }
}

extension InkStroke: CustomStringConvertible {
  /// How many points it has: `smooth stroke (31 points)`.
  public var description: String { "\(curve.rawValue) stroke (\(points.count) points)" }
}

extension InkStroke.Curve: CaseIterable {}

extension InkStroke: Codable {
  /// Reads `{"points": [[x, y], …], "curve": "smooth"}`, or just the list of points.
  public init(from decoder: any Decoder) throws {
    if let fields = try? Fields(decoder) {
      try fields.allow(["points", "packed", "curve"], in: "a stroke")
      points =
        try fields.optional("packed").map { try Self.points(packed: $0, fields) } ?? fields.value("points")
      curve = try fields.word("curve") ?? .smooth
    } else {
      points = try decoder.singleValueContainer().decode([PagePoint].self)
      curve = .smooth
    }
  }

  /// Writes the list of points of a smooth stroke, and an object for the other curves.
  public func encode(to encoder: any Encoder) throws {
    if let key = Self.packingKey, encoder.userInfo[key] != nil {
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(packedPoints, forKey: "packed")
      try fields.encode(curve, forKey: "curve")
    } else if curve == .smooth {
      var list = encoder.singleValueContainer()
      try list.encode(points)
    } else {
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(points, forKey: Fields.Name(stringValue: "points"))
      try fields.encode(curve, forKey: Fields.Name(stringValue: "curve"))
    }
  }

  // MARK: - Packed

  /// With this key in an encoder's user information points are written as one text, their numbers as they are in memory: a
  /// journal has a thousand points to write in a fraction of a millisecond.
  package static let packingKey = CodingUserInfoKey(rawValue: "Postil.packsPoints")

  /// Eight bytes a coordinate, the lowest first.
  private var packedPoints: Data {
    var data = Data(capacity: points.count * 16)
    for point in points {
      for value in [point.x, point.y] {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    return data
  }

  private static func points(packed data: Data, _ fields: Fields) throws -> [PagePoint] {
    guard data.count % 16 == 0 else {
      throw fields.error("two numbers are needed for each point", at: "packed")
    }
    return data.withUnsafeBytes { bytes in
      func number(_ offset: Int) -> Double {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      }
      return stride(from: 0, to: bytes.count, by: 16).map { PagePoint(x: number($0), y: number($0 + 8)) }
    }
  }
}
