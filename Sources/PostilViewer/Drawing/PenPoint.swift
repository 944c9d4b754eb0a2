/// Where a pen, a finger or the pointer is in a view.
public struct PenPoint: Sendable, Hashable {
  /// The place, in units of the view from its upper left corner.
  public var position: ViewPoint
  /// How hard the pen is pressed, 0…1; `nil` for devices that do not tell. Tools take no notice of it so far.
  public var pressure: Double?

  /// Makes a point.
  public init(_ position: ViewPoint, pressure: Double? = nil) {
    self.position = position
    self.pressure = pressure
  }

  /// Makes a point of a device that does not tell how hard it is pressed, in units of the view.
  public init(x: Double, y: Double) {
    self.init(ViewPoint(x: x, y: y))
  }
}
