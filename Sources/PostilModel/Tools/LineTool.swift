/// Draws a straight line from where the pen touches the page to where it is lifted. A tap draws nothing.
public struct LineTool: DrawingTool {
  /// How the line is painted; closed line endings are filled if the style has a fill.
  public var style: StrokeStyle
  /// What the line shows where it starts.
  public var start: LineEnding
  /// What the line shows where it ends.
  public var end: LineEnding
  /// Whether the line keeps to multiples of 45 degrees, as while Shift is held.
  public var isConstrained = false
  private var drag = Drag()

  /// Makes a tool that draws in a style, with endings.
  public init(style: StrokeStyle = StrokeStyle(), start: LineEnding = .none, end: LineEnding = .none) {
    self.style = style
    self.start = start
    self.end = end
  }

  /// Whether a line is being drawn.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins a line at one end. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = shape
    drag.begin(at: point)
    return shape.redraw(after: old, style)
  }

  /// Puts the other end at a point. Returns the rectangle that holds the line before and after.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = shape
    return drag.move(to: point) ? shape.redraw(after: old, style) : .zero
  }

  /// The line so far.
  public func draw() -> Appearance { shape.appearance(style) }

  /// Ends the drawing and returns the line; nothing after a tap, or if a style of no line width
  /// leaves nothing to see.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return shape.addition(style)
  }

  /// Gives the line up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = shape
    drag.cancel()
    return shape.redraw(after: old, style)
  }

  private var shape: AnnotationShape? {
    guard let (a, b) = drag.ends(constrained: isConstrained, by: Drag.eighthTurn) else { return nil }
    return .line(from: a, to: b, start: start, end: end)
  }
}
