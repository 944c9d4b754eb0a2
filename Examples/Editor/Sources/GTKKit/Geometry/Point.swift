import CGTK

/// A point in units of the window, origin at the upper left, y down.
public struct Point: Sendable, Hashable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the upper edge.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
