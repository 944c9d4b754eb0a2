/// Draws straight lines from point to point: a tap, or a drag to the right place, for each. A second tap on the
/// last point ends it, and one on the first joins the ends.
public struct PolylineTool: MultipointTool {
  /// How the lines are painted; closed line endings are filled if the style has a fill.
  public var style: StrokeStyle
  /// What the polyline shows where it starts.
  public var start: LineEnding
  /// What the polyline shows where it ends.
  public var end: LineEnding
  /// The points so far.
  public private(set) var points = TappedPoints()

  /// Makes a tool that draws in a style, with endings.
  public init(style: StrokeStyle = StrokeStyle(), start: LineEnding = .none, end: LineEnding = .none) {
    self.style = style
    self.start = start
    self.end = end
  }

  /// Whether a polyline is being drawn.
  public var isDrawing: Bool { points.current != nil }

  /// Begins a polyline. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = content
    points.begin(at: point)
    return content.redraw(after: old, style)
  }

  /// Takes the newest point to another place. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = content
    return points.move(to: point) ? content.redraw(after: old, style) : .zero
  }

  /// Sets the point under the pen. Returns whether the polyline is complete.
  public mutating func liftPen() -> Bool { points.lift() }

  /// Begins another point. Returns the rectangle to redraw.
  @discardableResult public mutating func addPoint(at point: PagePoint) -> PageRect { move(to: point) }

  /// The polyline so far.
  public func draw() -> Appearance { content.appearance(style) }

  /// Ends the drawing and returns the polyline; nothing for fewer than two points.
  public mutating func finish() -> [AnnotationChange] {
    defer { points.cancel() }
    return content.addition(style)
  }

  /// Gives the polyline up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = content
    points.cancel()
    return content.redraw(after: old, style)
  }

  private var content: AnnotationContent? {
    points.all.count > 1 ? .polyline(points.all, start: start, end: end) : nil
  }
}
