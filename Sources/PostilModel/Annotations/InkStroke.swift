import Foundation

/// One stroke of a pen: points, how they are joined, and how wide the pen is at each.
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
  /// How wide the stroke is at each point, in multiples of the style's line width; empty for a stroke that is as wide as
  /// the line everywhere. Widths are joined as points are: of a Bézier curve, control points have widths too.
  ///
  /// Widths are brought into the range 0…10 (NaN: 1) and rounded to thousandths, as a file keeps them. If there are not as
  /// many as points they count as none. Strokes with widths are not dashed.
  public var widths: [Double] { didSet { widths = widths.map(Self.usableWidth) } }

  /// Makes a stroke. One point makes a dot.
  public init(points: [PagePoint], curve: Curve = .smooth, widths: [Double] = []) {
    self.points = points
    self.curve = curve
    self.widths = widths.map(Self.usableWidth)
  }

  /// Makes a stroke: `InkStroke([a, b, c], curve: .straight)`.
  public init(_ points: [PagePoint], curve: Curve = .smooth, widths: [Double] = []) {
    self.init(points: points, curve: curve, widths: widths)
  }

  /// The widest that a stroke can be, in multiples of the style's line width.
  static let widestPart = 10.0

  /// Whether the width is not the style's everywhere.
  package var hasWidths: Bool { !points.isEmpty && widths.count == points.count }

  /// The widest place, in multiples of the style's line width. O(points).
  var largestWidth: Double { hasWidths ? widths.max() ?? 1 : 1 }

  /// The stroke at other places, as wide as it is. O(points).
  func mapPoints(_ transform: (PagePoint) -> PagePoint) -> InkStroke {
    var copy = self
    copy.points = points.map(transform)
    return copy
  }

  private static func usableWidth(_ width: Double) -> Double {
    width.isNaN ? 1 : (min(max(width, 0), widestPart) * 1000).rounded() / 1000
  }
}

extension InkStroke: CustomStringConvertible {
  /// How many points it has: `smooth stroke (31 points)`.
  public var description: String {
    "\(curve.rawValue) stroke (\(points.count) points\(hasWidths ? ", with widths" : ""))"
  }
}

extension InkStroke.Curve: CaseIterable {}

extension InkStroke: Codable {
  /// Reads `{"points": [[x, y], …], "curve": "smooth", "widths": [0.5, …]}`, or just the list of points.
  public init(from decoder: any Decoder) throws {
    guard let fields = try? Fields(decoder) else {
      self.init(points: try decoder.singleValueContainer().decode([PagePoint].self))
      return
    }
    try fields.allow(["points", "packed", "curve", "widths", "packedWidths"], in: "a stroke")
    let points: [PagePoint] =
      try fields.optional("packed").map { try Self.points(packed: $0, fields) } ?? fields.value("points")
    let widths: [Double] =
      try fields.optional("packedWidths").map { try Self.numbers(packed: $0, at: "packedWidths", fields) }
      ?? fields.optional("widths") ?? []
    guard widths.isEmpty || widths.count == points.count else {
      throw fields.error(
        "there are \(widths.count) widths for \(points.count) points; give one for each point, or none",
        at: "widths")
    }
    guard widths.allSatisfy({ (0...Self.widestPart).contains($0) }) else {
      throw fields.error("widths are multiples of the line width, from 0 to 10", at: "widths")
    }
    self.init(points: points, curve: try fields.word("curve") ?? .smooth, widths: widths)
  }

  /// Writes the list of points of a smooth stroke without widths, and an object for others.
  public func encode(to encoder: any Encoder) throws {
    if let key = Self.packingKey, encoder.userInfo[key] != nil {
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(Self.packed(coordinates), forKey: "packed")
      try fields.encode(curve, forKey: "curve")
      if hasWidths { try fields.encode(Self.packed(widths), forKey: "packedWidths") }
    } else if curve == .smooth, !hasWidths {
      var list = encoder.singleValueContainer()
      try list.encode(points)
    } else {
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(points, forKey: Fields.Name(stringValue: "points"))
      try fields.encode(curve, forKey: Fields.Name(stringValue: "curve"))
      if hasWidths { try fields.encode(widths, forKey: Fields.Name(stringValue: "widths")) }
    }
  }

  // MARK: - Packed

  /// With this key in an encoder's user information points are written as one text, their numbers as they are in memory: a
  /// journal has a thousand points to write in a fraction of a millisecond.
  package static let packingKey = CodingUserInfoKey(rawValue: "Postil.packsPoints")

  private var coordinates: [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(points.count * 2)
    for point in points {
      numbers.append(point.x)
      numbers.append(point.y)
    }
    return numbers
  }

  /// Eight bytes a number, the lowest first.
  private static func packed(_ numbers: [Double]) -> Data {
    var data = Data(capacity: numbers.count * 8)
    for value in numbers {
      withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  private static func numbers(packed data: Data, at key: String, _ fields: Fields) throws -> [Double] {
    guard data.count % 8 == 0 else { throw fields.error("eight bytes are needed for each number", at: key) }
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 8).map {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)))
      }
    }
  }

  private static func points(packed data: Data, _ fields: Fields) throws -> [PagePoint] {
    let numbers = try numbers(packed: data, at: "packed", fields)
    guard numbers.count % 2 == 0 else {
      throw fields.error("two numbers are needed for each point", at: "packed")
    }
    return stride(from: 0, to: numbers.count, by: 2).map { PagePoint(x: numbers[$0], y: numbers[$0 + 1]) }
  }
}
