import GTKKit
import Postil
import PostilViewer

/// What mouse, fingers and pen do on a canvas.
///
/// A drag draws if a tool is chosen, else it pans or swipes. Two fingers zoom about their middle. The wheel pans, and
/// goes on to the next page at the edge; with Control it zooms about the pointer. The middle button, or the left one
/// while the space bar is held, pans.
final class CanvasInput {
  unowned let canvas: PageCanvas
  let content: any CanvasContent
  let drag = DragGesture(button: 1)
  let middle = DragGesture(button: 2)
  let zoom = ZoomGesture()
  let scroll = ScrollController()
  let keys = KeyController()
  let motion = MotionController()
  /// What the drag does.
  var mode = Mode.none
  var swipe = SwipeGesture()
  var settling: FrameTask?
  var pointer = Point(x: 0, y: 0)
  var isSpaceHeld = false
  /// How far was scrolled beyond the edge of the page.
  var overscroll = 0.0
  /// Where the pinch began, and the viewport then.
  var pinch: (centre: Point, viewport: PageViewport)?
  var lastPan = Point(x: 0, y: 0)

  /// What a drag does.
  enum Mode {
    /// Nothing: it was given up.
    case none
    /// It draws.
    case draws
    /// It pans or swipes.
    case swipes
    /// It pans.
    case pans
  }

  init(_ canvas: PageCanvas, _ content: any CanvasContent) {
    self.canvas = canvas
    self.content = content
    connectDrag()
    connectMiddle()
    connectZoom()
    connectScroll()
    connectKeys()
    motion.onMove { [weak self] in self?.pointer = $0 }
    for controller in [drag, middle, zoom, scroll, keys, motion] { canvas.add(controller) }
  }

  private func connectDrag() {
    drag.onBegin { [weak self] in self?.begin(at: $0) }
    drag.onMove { [weak self] in self?.move($0) }
    drag.onEnd { [weak self] _ in self?.end() }
    drag.onCancel { [weak self] in self?.giveUp() }
  }

  private func connectMiddle() {
    middle.onBegin { [weak self] _ in self?.lastPan = Point(x: 0, y: 0) }
    middle.onMove { [weak self] in self?.pan(to: $0) }
  }

  private func begin(at point: Point) {
    canvas.grabFocus()
    Trace.shared?.note(.press)
    let pen = PenPoint(point: ViewPoint(point), pressure: drag.lastEvent?.pressure, time: time)
    lastPan = Point(x: 0, y: 0)
    if isSpaceHeld {
      mode = .pans
    } else if content.draws, content.beginDrawing(at: pen) {
      mode = .draws
    } else {
      mode = .swipes
      beginSwipe(at: pen.point)
    }
  }

  private func move(_ offset: Point) {
    guard let start = drag.start else { return }
    let here = Point(x: start.x + offset.x, y: start.y + offset.y)
    pointer = here
    Trace.shared?.note(.move)
    switch mode {
    case .none: return
    case .draws: content.draw(to: drag.path(to: here))
    case .swipes: moveSwipe(to: ViewPoint(here))
    case .pans: pan(to: offset)
    }
  }

  private func end() {
    Trace.shared?.note(.release)
    switch mode {
    case .none, .pans: break
    case .draws: content.finishDrawing()
    case .swipes: endSwipe(isCancelled: false)
    }
    mode = .none
  }

  /// Ends what the drag does as if it had not been, as when a second finger comes.
  func giveUp() {
    switch mode {
    case .none, .pans: break
    case .draws: content.cancelDrawing()
    case .swipes: endSwipe(isCancelled: true)
    }
    mode = .none
  }

  private func pan(to offset: Point) {
    content.viewport.pan(dx: offset.x - lastPan.x, dy: offset.y - lastPan.y)
    lastPan = offset
  }

  /// Now, in seconds.
  var time: Double { MainLoop.now }
}

extension DragGesture {
  /// The places on the way to the present one, and that: GTK tells of one movement a frame, and keeps the rest.
  func path(to here: Point) -> [PenPoint] {
    guard let event = lastEvent, let last = event.surfacePoint else {
      return [PenPoint(point: ViewPoint(here), pressure: nil, time: MainLoop.now)]
    }
    let (dx, dy) = (here.x - last.x, here.y - last.y)
    let samples = event.history
    var path = samples.map { sample in
      let point = ViewPoint(x: sample.point.x + dx, y: sample.point.y + dy)
      return PenPoint(point: point, pressure: sample.pressure, time: sample.time)
    }
    // The history may end with the event itself.
    if samples.last?.point != last {
      path.append(PenPoint(point: ViewPoint(here), pressure: event.pressure, time: event.time))
    }
    return path
  }
}
