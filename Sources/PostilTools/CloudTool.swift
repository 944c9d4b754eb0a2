public import PostilModel

/// Draws a rectangle with a cloudy border from one corner to the opposite one. A tap draws nothing.
public struct CloudTool: ShapeTool, ConstrainableTool {
  /// How the cloud is painted; filled if the style has a fill.
  public var style: AnnotationStyle
  /// How large the bulges are, 0…2.
  public var intensity: Double
  /// Whether the rectangle is kept a square, as while Shift is held.
  public var isConstrained = false
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool that draws in a style.
  public init(style: AnnotationStyle = AnnotationStyle(), intensity: Double = 1) {
    self.style = style
    self.intensity = intensity
  }

  /// The cloud around the rectangle that has the two points as corners.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    let rect = PageRect(corner: start, corner: isConstrained ? Drag.square(start, end) : end)
    return .rectangle(rect, cloudIntensity: intensity)
  }
}
