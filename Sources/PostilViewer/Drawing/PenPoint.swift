/// Where a pen, a finger or the pointer is in a view.
public struct PenPoint: Sendable, Hashable {
  /// The place, in units of the view from its upper left corner.
  public var position: ViewPoint
  /// The pressure of the pen, 0…1; `nil` for devices that do not report it. Its effect depends on the tool.
  public var pressure: Double?
  /// How far the pen leans from upright, in radians; `nil` for devices that do not report it.
  public var tilt: Double?
  /// The time, in seconds of a clock with any origin; `nil` if it is not known.
  public var time: Double?

  /// Makes a point.
  public init(_ position: ViewPoint, pressure: Double? = nil, tilt: Double? = nil, time: Double? = nil) {
    self.position = position
    self.pressure = pressure
    self.tilt = tilt
    self.time = time
  }

  /// Makes a point without pressure, in units of the view.
  public init(x: Double, y: Double) {
    self.init(ViewPoint(x: x, y: y))
  }

  /// The same, at a point of a page.
  func sample(_ point: PagePoint) -> PenSample {
    PenSample(point, pressure: pressure, tilt: tilt, time: time)
  }
}
