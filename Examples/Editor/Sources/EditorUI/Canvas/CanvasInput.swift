import GTKKit
import Postil
import PostilViewer

/// Handles the mouse, touch, pen and keyboard on a canvas.
///
/// A drag draws, or selects and moves annotations, depending on the current tool; without a tool it pans or swipes, and so does a finger
/// where there is a pen. The other end of a pen and its buttons erase. Two fingers zoom about their middle. The wheel pans, and goes on to the next page at the edge; with Control it zooms about the pointer.
/// The middle button, or the left one while the space bar is held, pans.
final class CanvasInput {
  unowned let canvas: PageCanvas
  let session: ViewerSession
  let drag = DragGesture(button: 1)
  let menuClick = ClickGesture(button: 3)
  let middle = DragGesture(button: 2)
  let zoom = ZoomGesture()
  let scroll = ScrollController()
  let keys = KeyController()
  let motion = MotionController()
  let focus = FocusController()
  let filter = EventFilter()
  /// Tells what each pointer is used for.
  var arbiter = PointerArbiter()
  /// The pointer that drags, by its number of ``PointerReport``; `nil` while there is none.
  var dragPointer: Int?
  /// The button of a pen that is held, and whether the pen touched the page meanwhile.
  var penButton: (button: Int, hasTouched: Bool)?
  /// Whether the pen that is near has its other end down.
  var hoversWithEraser = false { didSet { if hoversWithEraser != oldValue { followPointer() } } }
  /// When the last point of the stroke was, and how far ahead of it the stroke is painted, once that is known.
  var lastPoint: (time: Double?, ahead: Double?) = (nil, nil)
  /// Runs while something is drawn.
  var frames: FrameTask?
  /// What the drag does.
  var mode = Mode.none { didSet { if mode != oldValue { followPointer() } } }
  var swipe = SwipeGesture()
  var settling: FrameTask?
  var pointer = Point(x: 0, y: 0)
  /// Where the pointer is, while it is over the canvas.
  var hovered: Point?
  /// The name of the cursor.
  var cursor = ""
  var isSpaceHeld = false { didSet { if isSpaceHeld != oldValue { followPointer() } } }
  /// How far was scrolled beyond the edge of the page, in units.
  var overscroll = 0.0
  /// Where the pinch began, and the viewport then.
  var pinch: (centre: Point, viewport: PageViewport)?
  var lastPan = Point(x: 0, y: 0)
  /// The last press, and the number of consecutive presses up to it.
  var lastPress: (point: Point, time: Double, count: Int) = (Point(x: 0, y: 0), 0, 0)
  /// Where a press on a text markup began to select the text below; a click without a drag selects the markup.
  var markBelow: (point: ViewPoint, isExtending: Bool)?
  /// Where the second press of a double click was; `nil` once it is a drag.
  var activatesAt: ViewPoint?
  /// Called to activate the selected annotation, by a double click or the Return key. Returns whether it did something.
  var onActivate: () -> Bool = { false }
  /// The link that the pointer was pressed on; `nil` once it is a drag.
  var pressedLink: Annotation?
  /// The form field that the pointer was pressed on; `nil` once it is a drag.
  var pressedField: FormWidget?
  /// Called to follow a link.
  var onLink: (Annotation) -> Void = { _ in }
  /// Called to open the context menu at a point of the canvas.
  var onContextMenu: (Point) -> Void = { _ in }

  /// What a drag does.
  enum Mode {
    /// Nothing: there is none, or it was cancelled.
    case none
    /// It draws.
    case draws
    /// It moves or turns the ruler.
    case movesRuler
    /// It selects annotations, moves them or resizes them.
    case selects
    /// It selects text.
    case selectsText
    /// It pans or swipes.
    case swipes
    /// It pans.
    case pans
  }

  init(_ canvas: PageCanvas, _ session: ViewerSession) {
    self.canvas = canvas
    self.session = session
    connectPointers()
    connectDrag()
    connectMiddle()
    connectZoom()
    connectScroll()
    connectKeys()
    connectMotion()
    connectMenu()
    for controller in [filter, drag, menuClick, middle, zoom, scroll, keys, motion, focus] {
      canvas.add(controller)
    }
  }

  private func connectDrag() {
    drag.onBegin { [weak self] in self?.begin(at: $0) }
    drag.onMove { [weak self] in self?.move($0) }
    drag.onEnd { [weak self] _ in self?.end() }
    drag.onCancel { [weak self] in self?.cancel() }
  }

  private func connectMiddle() {
    middle.onBegin { [weak self] _ in
      self?.lastPan = Point(x: 0, y: 0)
      if self?.mode == Mode.none { self?.mode = .pans }
    }
    middle.onMove { [weak self] in self?.pan(to: $0) }
    middle.onEnd { [weak self] _ in if self?.mode == .pans { self?.mode = .none } }
  }

  private func connectMenu() {
    menuClick.onPress { [weak self] _, point in self?.openMenu(at: point) }
  }

  /// Opens the menu for what is at a point.
  func openMenu(at point: Point) {
    canvas.grabFocus()
    guard session.formFilling.leave() else { return }
    if selects { selectForMenu(at: ViewPoint(point)) }
    onContextMenu(point)
  }

  private func begin(at point: Point) {
    // Buttons take a press for themselves only when it is released.
    guard canvas.formEntry.frame(in: canvas.width, canvas.height)?.contains(point) != true else {
      return mode = .none
    }
    canvas.grabFocus()
    countPress(at: point)
    if !drag.modifiers.contains(.shift) { session.caret.place(at: ViewPoint(point)) }
    // A press on the canvas ends typing, unless the text is invalid and has to be changed.
    guard session.textEntry.commit() else { return mode = .none }
    pressedField = field(at: ViewPoint(point))
    guard pressedField != nil || session.formFilling.leave() else {
      returnKeyboard()
      return mode = .none
    }
    Trace.shared?.note(.press, drag.lastEvent)
    dragPointer = drag.lastEvent.map(PointerReport.id)
    begin(PenPoint(point, drag.lastEvent))
  }

  /// Begins what the pointer and the tool in hand are for.
  func begin(_ pen: PenPoint) {
    lastPan = Point(x: 0, y: 0)
    session.drawing.isConstrained = drag.modifiers.contains(.shift)
    if isSpaceHeld {
      mode = .pans
    } else if dragUse != .erases, session.drawing.pressRuler(at: pen.position) {
      mode = .movesRuler
    } else if dragUse == .draws, selects, beginSelecting(at: pen.position, drag.modifiers) {
      return
    } else if dragUse != .pans, beginDrawing(at: pen) {
      mode = .draws
    } else {
      let mayFollow = session.palette.selection == nil && pressedField == nil
      pressedLink = mayFollow ? session.link(at: pen.position) : nil
      mode = .swipes
      beginSwipe(at: pen.position)
    }
  }

  private func move(_ offset: Point) {
    guard let start = drag.start else { return }
    let here = Point(x: start.x + offset.x, y: start.y + offset.y)
    if abs(offset.x) + abs(offset.y) > AnnotationSelection.clickDistance {
      (pressedLink, pressedField) = (nil, nil)
    }
    pointer = here
    Trace.shared?.note(.move, drag.lastEvent)
    switch mode {
    case .none: return
    case .draws: draw(to: here)
    case .movesRuler: session.drawing.dragRuler(to: ViewPoint(here))
    case .selects, .selectsText: select(to: ViewPoint(here), drag.modifiers)
    case .swipes: moveSwipe(to: ViewPoint(here))
    case .pans: pan(to: offset)
    }
  }

  private func end() {
    Trace.shared?.note(.release, drag.lastEvent)
    switch mode {
    case .none, .pans: break
    case .draws: session.drawing.finish()
    case .movesRuler: session.drawing.releaseRuler()
    case .selects, .selectsText: endSelecting()
    case .swipes:
      endSwipe(isCancelled: false)
      if let pressedLink { onLink(pressedLink) }
    }
    if let pressedField { click(pressedField) }
    (pressedLink, pressedField) = (nil, nil)
    (mode, dragPointer) = (.none, nil)
  }

  /// Cancels the drag and its effects, as when a second finger touches.
  func cancel() {
    pressedField = nil
    switch mode {
    case .none, .pans: break
    case .draws: session.drawing.cancel()
    case .movesRuler: session.drawing.cancelRuler()
    case .selects, .selectsText: cancelSelecting()
    case .swipes:
      pressedLink = nil
      endSwipe(isCancelled: true)
    }
    mode = .none
  }

  private func pan(to offset: Point) {
    session.viewport.pan(dx: offset.x - lastPan.x, dy: offset.y - lastPan.y)
    lastPan = offset
  }

  /// Now, in seconds.
  var time: Double { MainLoop.now }
}
