public import PostilModel

/// Draws straight lines from point to point: a tap, or a drag to the right place, for each. A second tap on the
/// last point ends it, and one on the first joins the ends.
public struct PolylineTool: MultipointTool {
  /// How the lines are painted; closed line endings are filled if the style has a fill.
  public var style: AnnotationStyle
  /// What the polyline shows where it starts.
  public var start: LineEnding
  /// What the polyline shows where it ends.
  public var end: LineEnding
  /// The points so far.
  public var points = TappedPoints()

  /// Makes a tool that draws in a style, with endings.
  public init(style: AnnotationStyle = AnnotationStyle(), start: LineEnding = .none, end: LineEnding = .none)
  {
    self.style = style
    self.start = start
    self.end = end
  }

  /// The polyline through those points; `nil` for fewer than two.
  public func content(through points: [PagePoint]) -> AnnotationContent? {
    points.count > 1 ? .polyline(points, start: start, end: end) : nil
  }
}
