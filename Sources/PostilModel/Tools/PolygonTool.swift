/// Draws a polygon by its corners: a tap, or a drag to the right place, for each. A tap on the first corner, or a
/// second one on the last, closes it.
public struct PolygonTool: MultipointTool {
  /// How the polygon is painted; filled if the style has a fill.
  public var style: StrokeStyle
  /// The corners so far.
  public private(set) var points = TappedPoints()

  /// Makes a tool that draws in a style.
  public init(style: StrokeStyle = StrokeStyle()) { self.style = style }

  /// Whether a polygon is being drawn.
  public var isDrawing: Bool { points.current != nil }

  /// Begins a polygon. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = content
    points.begin(at: point)
    return content.redraw(after: old, style)
  }

  /// Takes the newest corner to another place. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = content
    return points.move(to: point) ? content.redraw(after: old, style) : .zero
  }

  /// Sets the corner under the pen. Returns whether the polygon is closed.
  public mutating func liftPen() -> Bool { points.lift() }

  /// Begins another corner. Returns the rectangle to redraw.
  @discardableResult public mutating func addPoint(at point: PagePoint) -> PageRect { move(to: point) }

  /// The polygon so far.
  public func draw() -> Appearance { content.appearance(style) }

  /// Ends the drawing and returns the polygon; nothing for fewer than two corners.
  public mutating func finish() -> [AnnotationChange] {
    defer { points.cancel() }
    return content.addition(style)
  }

  /// Gives the polygon up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = content
    points.cancel()
    return content.redraw(after: old, style)
  }

  private var content: AnnotationContent? {
    var corners = points.all
    if corners.count > 2, corners.first == corners.last { corners.removeLast() }
    return corners.count > 1 ? .polygon(corners) : nil
  }
}
