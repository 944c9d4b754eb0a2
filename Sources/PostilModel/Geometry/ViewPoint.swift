/// A point in view space: pixels, origin at the upper left of the page as it is shown, y down.
public struct ViewPoint: Sendable, Hashable, Codable {
  /// Distance from the left edge, in pixels.
  public var x: Double
  /// Distance from the upper edge, in pixels.
  public var y: Double

  /// Makes a point from its two coordinates, in pixels.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
