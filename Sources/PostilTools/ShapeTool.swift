public import PostilModel

/// A tool that draws one shape, from where the pen touches the page to where it is lifted. A tap
/// draws nothing, unless the tool says what: ``tapped(at:)``.
///
/// A tool of this kind says only which shape two points make:
///
/// ```swift
/// struct ArrowTool: ShapeTool {
///   var style = AnnotationStyle()
///   var drag = Drag()
///
///   func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
///     .line(from: start, to: end, end: .openArrow)
///   }
/// }
/// ```
public protocol ShapeTool: DrawingTool {
  /// The drag that is being followed; begins as `Drag()`.
  var drag: Drag { get set }

  /// The shape that a drag makes. The two points differ.
  func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent

  /// The shape that a tap makes; `nil`, as by default, for none.
  func tapped(at point: PagePoint) -> AnnotationContent?
}

extension ShapeTool {
  /// Nothing.
  public func tapped(at point: PagePoint) -> AnnotationContent? { nil }

  /// Whether a shape is being drawn.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins a shape. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = shape
    drag.begin(at: point)
    return shape.redraw(after: old, style)
  }

  /// Takes the shape to another end. Returns the rectangle that holds the shape before and after.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = shape
    return drag.move(to: point) ? shape.redraw(after: old, style) : .zero
  }

  /// The shape so far.
  public func draw() -> Appearance { shape.appearance(style) }

  /// Ends the drawing and returns the shape; nothing if there is none, or if the style leaves nothing to see.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return (shape ?? drag.start.flatMap(tapped)).addition(style)
  }

  /// Gives the shape up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = shape
    drag.cancel()
    return shape.redraw(after: old, style)
  }

  private var shape: AnnotationContent? {
    guard let start = drag.start, start != drag.end else { return nil }
    return shape(from: start, to: drag.end)
  }
}
