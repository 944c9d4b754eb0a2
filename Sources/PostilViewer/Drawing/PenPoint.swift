/// Where a pen, a finger or the pointer is in a view.
public struct PenPoint: Sendable, Hashable {
  /// The place, in units of the view from its upper left corner.
  public var position: ViewPoint
  /// How hard the pen is pressed, 0…1; `nil` for devices that do not tell. What comes of it is for the tool to say.
  public var pressure: Double?
  /// When, in seconds of a clock that begins anywhere; `nil` if that is not known.
  public var time: Double?

  /// Makes a point.
  public init(_ position: ViewPoint, pressure: Double? = nil, time: Double? = nil) {
    self.position = position
    self.pressure = pressure
    self.time = time
  }

  /// Makes a point of a device that does not tell how hard it is pressed, in units of the view.
  public init(x: Double, y: Double) {
    self.init(ViewPoint(x: x, y: y))
  }

  /// The same, at a point of a page.
  func sample(_ point: PagePoint) -> PenSample { PenSample(point, pressure: pressure, time: time) }
}
