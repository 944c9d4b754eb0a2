/// A point on a page, in PDF user space: points (1/72 inch), origin at the lower left, y up,
/// unrotated, exactly as the file has it (ISO 32000-2, 8.3.2.3).
public struct PagePoint: Sendable, Hashable {
  /// Distance from the origin to the right, in points.
  public var x: Double
  /// Distance from the origin upwards, in points.
  public var y: Double

  /// Makes a point from its two coordinates, in points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of user space.
  public static let zero = PagePoint(x: 0, y: 0)

  /// Whether both coordinates are finite and within 1,000,000 points, which every PDF reader can hold.
  public var isUsable: Bool { x.isUsableCoordinate && y.isUsableCoordinate }

  /// The distance to another point, in points.
  public func distance(to other: PagePoint) -> Double {
    ((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)).squareRoot()
  }

  /// The point a fraction of the way to another: 0 is this point, 1 the other.
  public func interpolated(to other: PagePoint, at fraction: Double) -> PagePoint {
    PagePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  /// This point turned clockwise about another, on the page as the file has it.
  package func turned(by turn: PageRotation, about center: PagePoint) -> PagePoint {
    let (dx, dy) = (x - center.x, y - center.y)
    return switch turn {
    case .none: self
    case .clockwise90: center.offset(dx: dy, dy: -dx)
    case .clockwise180: center.offset(dx: -dx, dy: -dy)
    case .clockwise270: center.offset(dx: -dy, dy: dx)
    }
  }

  /// This point moved by a distance, in points.
  public func offset(dx: Double, dy: Double) -> PagePoint { PagePoint(x: x + dx, y: y + dy) }
}

extension PagePoint: Codable {
  /// Reads a point written as `[x, y]`.
  public init(from decoder: any Decoder) throws {
    guard var values = try? decoder.unkeyedContainer(), let x = try? values.decode(Double.self),
      let y = try? values.decode(Double.self), values.isAtEnd
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a point has two numbers, x and y"))
    }
    self.init(x: x, y: y)
  }

  /// Writes the point as `[x, y]`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(x)
    try values.encode(y)
  }
}

extension Double {
  /// Coordinates past this are refused: a million points are 350 meters, and 32-bit floats,
  /// which several readers use, still resolve a tenth of a point there.
  package static let coordinateLimit = 1_000_000.0

  package var isUsableCoordinate: Bool { isFinite && abs(self) <= Self.coordinateLimit }
}
