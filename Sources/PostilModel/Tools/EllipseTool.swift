/// Draws an ellipse from where the pen touches the page to where it is lifted. A tap draws nothing.
public struct EllipseTool: DrawingTool {
  /// How the ellipse is painted; filled if the style has a fill.
  public var style: StrokeStyle

  /// Whether the ellipse is kept a circle, as while Shift is held.
  public var isConstrained = false
  private var drag = Drag()

  /// Makes a tool that draws in a style.
  public init(style: StrokeStyle = StrokeStyle()) {
    self.style = style
  }

  /// Whether an ellipse is being drawn.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins an ellipse at one corner of its rectangle. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = shape
    drag.begin(at: point)
    return shape.redraw(after: old, style)
  }

  /// Puts the other corner of its rectangle at a point. Returns the rectangle that holds the ellipse before and after.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = shape
    return drag.move(to: point) ? shape.redraw(after: old, style) : .zero
  }

  /// The ellipse so far.
  public func draw() -> Appearance { shape.appearance(style) }

  /// Ends the drawing and returns the ellipse; nothing after a tap, or if a style of no line width and no fill
  /// leaves nothing to see.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return shape.addition(style)
  }

  /// Gives the ellipse up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = shape
    drag.cancel()
    return shape.redraw(after: old, style)
  }

  private var shape: AnnotationShape? {
    guard let (a, b) = drag.ends(constrained: isConstrained, by: Drag.square) else { return nil }
    return .ellipse(PageRect(corner: a, corner: b))
  }
}
