public import PostilModel

/// Draws a straight line, with endings. A tap draws nothing.
public struct LineTool: ShapeTool {
  /// How the line is painted; closed line endings are filled if the style has a fill.
  public var style: AnnotationStyle
  /// What the line shows where it starts.
  public var start: LineEnding
  /// What the line shows where it ends.
  public var end: LineEnding
  /// Whether the line keeps to multiples of 45 degrees, as while Shift is held.
  public var isConstrained = false
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool that draws in a style, with endings.
  public init(style: AnnotationStyle = AnnotationStyle(), start: LineEnding = .none, end: LineEnding = .none)
  {
    self.style = style
    self.start = start
    self.end = end
  }

  /// The line between the two points.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .line(
      from: start, to: isConstrained ? Drag.eighthTurn(start, end) : end, start: self.start, end: self.end)
  }
}
