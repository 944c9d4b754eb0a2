public import PostilModel

/// Draws a polygon by its corners: a tap, or a drag to the right place, for each. A tap on the first corner, or a
/// second one on the last, closes it.
public struct PolygonTool: MultipointTool {
  /// How the polygon is painted; filled if the style has a fill.
  public var style: AnnotationStyle
  /// The corners so far.
  public var points = TappedPoints()

  /// Makes a tool that draws in a style.
  public init(style: AnnotationStyle = AnnotationStyle()) { self.style = style }

  /// The polygon with those corners; `nil` for fewer than two.
  public func content(through points: [PagePoint]) -> AnnotationContent? {
    var corners = points
    if corners.count > 2, corners.first == corners.last { corners.removeLast() }
    return corners.count > 1 ? .polygon(corners) : nil
  }
}
