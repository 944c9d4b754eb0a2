import Foundation

/// A point on a floor of a venue, in metres: `x` and `y` are at right angles, the origin is anywhere.
public struct VenuePoint: Hashable, Sendable, Codable {
  /// Metres to the right.
  public var x: Double
  /// Metres up.
  public var y: Double

  /// Makes a point, in metres.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Reads `[x, y]`.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(try list.decode(Double.self), try list.decode(Double.self))
    guard x.isFinite, y.isFinite, abs(x) < 1e6, abs(y) < 1e6 else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "a point is two numbers, in metres")
    }
  }

  /// Writes `[x, y]`, to a tenth of a millimetre.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for number in [x, y] { try list.encode((number * 10_000).rounded() / 10_000) }
  }

  /// The distance to another point, in metres.
  public func distance(to other: VenuePoint) -> Double { hypot(other.x - x, other.y - y) }

  func offset(_ direction: (x: Double, y: Double), by distance: Double) -> VenuePoint {
    VenuePoint(x + direction.x * distance, y + direction.y * distance)
  }

  func middle(to other: VenuePoint, at fraction: Double = 0.5) -> VenuePoint {
    VenuePoint(x + (other.x - x) * fraction, y + (other.y - y) * fraction)
  }
}
