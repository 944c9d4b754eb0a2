public import PostilModel

/// A tool that turns the movement of a pen, a mouse or a finger on a page into changes to the
/// page's annotations.
///
/// A viewer drives it: `prepare(for:)` with the page, `begin(at:)` when the pen touches it, `move(to:)` for every place
/// that is reported after that, then ``finish()`` when the pen is lifted, or ``cancel()``. After
/// each call it paints ``draw()`` over the rectangle that the call returned. What ``finish()``
/// returns is committed to the document as one edit.
///
/// Viewers treat all tools alike. What is special about one it says itself: what it needs to know of the page (``needs``), how
/// large its head is (``headWidth``), whether the page changes while it moves (``commitsWhileDrawing``).
///
/// ```swift
/// var tool = RectangleTool(style: AnnotationStyle(color: .red, lineWidth: 2))
/// tool.begin(at: PagePoint(x: 100, y: 100))
/// tool.move(to: PagePoint(x: 200, y: 150))
/// let changes = tool.finish()            // [.add(…)]: a rectangle of 100 × 50 points
/// ```
///
/// A tool of your own that draws one shape by a drag needs little: see ``ShapeTool``. For any other,
/// keep what `begin` and `move` bring in a value, and give a picture of it in `draw` and the annotations in `finish`. All places are in page space, so a tool knows
/// nothing of zoom and rotation. The rules that viewers count on:
///
/// - Points that are not usable (``Postil/PagePoint/isUsable``) are ignored, and so are `move` and
///   `finish` when nothing was begun.
/// - `begin` gives up a drawing that was neither finished nor canceled.
/// - `begin`, `move` and `cancel` return a rectangle that holds everything that now looks
///   different; an empty one (``Postil/PageRect/isEmpty``) when nothing does.
/// - `move` costs the same however many moves there were before: for freehand drawings however long they are.
/// - After `finish` or `cancel` the tool is ready for the next drawing.
public protocol DrawingTool: Sendable {
  /// How what is drawn is painted; may be set at any time. One that is set while
  /// drawing changes all of the drawing: redraw its old and its new extent.
  var style: AnnotationStyle { get set }

  /// What it needs to know of the page; nothing by default.
  var needs: ToolNeeds { get }

  /// Whether it changes what is on the page while it moves, as an eraser does. Viewers then commit what ``finish()`` gives piece by
  /// piece, as one step of undo, and go on from there with `begin(at:)`; if others change the page meanwhile, they prepare the
  /// tool for the page as it is then. It gets annotations, but no text. By default not.
  var commitsWhileDrawing: Bool { get }

  /// The width of the round head that viewers show around the pointer, in points; `nil`, as by default, for none.
  var headWidth: Double? { get }

  /// What a menu calls the edit after "Undo"; `nil`, as by default, for the name of the first change.
  var editName: String? { get }

  /// Tells it of the page, before a drawing begins, and again when more is known of the page while it goes on. By default nothing
  /// comes of that.
  mutating func prepare(for page: ToolPage)

  /// Begins a drawing where the pen is, by default without regard to pressure and time. Viewers call this. Returns the rectangle to redraw.
  @discardableResult mutating func begin(at sample: PenSample) -> PageRect

  /// Goes on to where the pen is, by default without regard to pressure and time. Viewers call this. Returns the rectangle to redraw.
  @discardableResult mutating func move(to sample: PenSample) -> PageRect

  /// Whether a drawing has been begun and neither finished nor canceled.
  var isDrawing: Bool { get }

  /// Begins a drawing at a point of the page. Returns the rectangle to redraw.
  @discardableResult mutating func begin(at point: PagePoint) -> PageRect

  /// Goes on to a point of the page. Returns the rectangle to redraw.
  @discardableResult mutating func move(to point: PagePoint) -> PageRect

  /// What the drawing looks like so far: the very picture that will be saved. Tools that draw nothing of their own give what helps to see
  /// what they do, such as the outline of a box or of an eraser's head.
  func draw() -> Appearance

  /// Draws what is still to come when the pen is lifted, such as the end of a stroke that is drawn behind the pen. Viewers call this
  /// before ``finishInSteps()``, which includes it, and go on painting ``draw()`` until the page shows the result. By default nothing.
  mutating func lift()

  /// Ends the drawing and returns what to commit; nothing if nothing was drawn.
  mutating func finish() -> [AnnotationChange]

  /// Ends the drawing and returns what to commit in steps of undo, of which the last leaves what ``finish()`` gives; by default that alone.
  /// Viewers call this.
  mutating func finishInSteps() -> [DrawingStep]

  /// Gives the drawing up. Returns the rectangle to redraw.
  @discardableResult mutating func cancel() -> PageRect
}

extension DrawingTool {
  /// Nothing.
  public var needs: ToolNeeds { [] }
  /// The page changes when the drawing is finished.
  public var commitsWhileDrawing: Bool { false }
  /// None.
  public var headWidth: Double? { nil }
  /// The name of the first change.
  public var editName: String? { nil }
  /// Takes no notice of the page.
  public mutating func prepare(for page: ToolPage) {}

  /// Nothing is to come.
  public mutating func lift() {}
  /// What ``finish()`` gives, as one step.
  public mutating func finishInSteps() -> [DrawingStep] {
    let changes = finish()
    return changes.isEmpty ? [] : [DrawingStep(changes)]
  }

  /// Begins a drawing at the sample's point.
  @discardableResult public mutating func begin(at sample: PenSample) -> PageRect { begin(at: sample.point) }
  /// Goes on to the sample's point.
  @discardableResult public mutating func move(to sample: PenSample) -> PageRect { move(to: sample.point) }
}
