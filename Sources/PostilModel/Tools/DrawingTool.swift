/// A tool that turns the movement of a pen, a mouse or a finger on a page into changes to the
/// page's annotations.
///
/// A viewer drives it: ``begin(at:)`` when the pen touches the page, ``move(to:)`` for every place
/// that is reported after that, then ``finish()`` when the pen is lifted, or ``cancel()``. After
/// each call it paints ``draw()`` over the rectangle that the call returned. What ``finish()``
/// returns is committed to the document as one edit.
///
/// ```swift
/// var tool = RectangleTool(style: StrokeStyle(color: .red, lineWidth: 2))
/// tool.begin(at: PagePoint(x: 100, y: 100))
/// tool.move(to: PagePoint(x: 200, y: 150))
/// let changes = tool.finish()            // [.add(…)]: a rectangle of 100 × 50 points
/// ```
///
/// A tool of your own that draws one shape by a drag needs little: see ``ShapeTool``. For any other,
/// keep what `begin` and `move` bring in a value, and give a picture of it in `draw` and the annotations in `finish`. All places are in page space, so a tool knows
/// nothing of zoom and rotation. The rules that viewers count on:
///
/// - Points that are not usable (``PagePoint/isUsable``) are ignored, and so are `move` and
///   `finish` when nothing was begun.
/// - `begin` gives up a drawing that was neither finished nor cancelled.
/// - `begin`, `move` and `cancel` return a rectangle that holds everything that now looks
///   different; an empty one (``PageRect/isEmpty``) when nothing does.
/// - `move` costs the same however long the drawing is.
/// - After `finish` or `cancel` the tool is ready for the next drawing.
public protocol DrawingTool: Sendable {
  /// How what is drawn is painted; may be set at any time. One that is set while
  /// drawing changes all of the drawing: redraw its old and its new extent.
  var style: StrokeStyle { get set }

  /// Whether a drawing has been begun and neither finished nor cancelled.
  var isDrawing: Bool { get }

  /// Begins a drawing at a point of the page. Returns the rectangle to redraw.
  @discardableResult mutating func begin(at point: PagePoint) -> PageRect

  /// Goes on to a point of the page. Returns the rectangle to redraw.
  @discardableResult mutating func move(to point: PagePoint) -> PageRect

  /// What the drawing looks like so far: the very picture that will be saved.
  func draw() -> Appearance

  /// Ends the drawing and returns what to commit; nothing if nothing was drawn.
  mutating func finish() -> [AnnotationChange]

  /// Gives the drawing up. Returns the rectangle to redraw.
  @discardableResult mutating func cancel() -> PageRect
}
