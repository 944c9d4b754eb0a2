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

  /// The left edge.
  public var minX: Double { x }
  /// The right edge.
  public var maxX: Double { x + width }
  /// The upper edge.
  public var minY: Double { y }
  /// The lower edge.
  public var maxY: Double { y + height }
  /// The middle.
  public var center: ViewPoint { ViewPoint(x: x + width / 2, y: y + height / 2) }

  /// The smallest rectangle that holds both.
  public func union(_ other: ViewRect) -> ViewRect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return ViewRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// The size of a view or of something in it: pixels where a page is rendered, the units in which windows are
/// measured ("logical pixels") in view models.
public struct ViewSize: Sendable, Hashable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No size.
  public static let zero = ViewSize(width: 0, height: 0)
}
