public import PostilModel

/// A place that a pen, a finger or a mouse reports, in page space.
public struct PenSample: Sendable, Hashable {
  /// Where, in points.
  public var point: PagePoint
  /// How hard the pen is pressed, 0…1; `nil` for devices that do not tell.
  public var pressure: Double?
  /// How far the pen leans from upright, in radians: 0 stands, π/2 lies; `nil` for devices that do not tell.
  public var tilt: Double?
  /// When, in seconds of a clock that begins anywhere; `nil` if that is not known.
  public var time: Double?

  /// Makes a sample.
  public init(_ point: PagePoint, pressure: Double? = nil, tilt: Double? = nil, time: Double? = nil) {
    (self.point, self.pressure, self.tilt, self.time) = (point, pressure, tilt, time)
  }
}
