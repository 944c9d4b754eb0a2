public import PostilModel

/// Draws an ellipse in the rectangle from one corner to the opposite one. A tap draws nothing.
public struct EllipseTool: ShapeTool {
  /// How the ellipse is painted; filled if the style has a fill.
  public var style: AnnotationStyle
  /// Whether the ellipse is kept a circle, as while Shift is held.
  public var isConstrained = false
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool that draws in a style.
  public init(style: AnnotationStyle = AnnotationStyle()) { self.style = style }

  /// The ellipse in the rectangle that has the two points as corners.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .ellipse(PageRect(corner: start, corner: isConstrained ? Drag.square(start, end) : end))
  }
}
