/// A rectangle in view space: pixels, origin at the upper left, y down.
public struct ViewRect: Sendable, Hashable, Codable {
  /// The left edge, in pixels.
  public var x: Double
  /// The upper edge, in pixels.
  public var y: Double
  /// The width, in pixels.
  public var width: Double
  /// The height, in pixels.
  public var height: Double

  /// Makes a rectangle from its upper left corner and its extent, in pixels.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
