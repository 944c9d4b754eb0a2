import GTKKit
import Postil
import PostilViewer

/// Drawing: every place that a pen reports, what it does while it is held still, and where it is likely to be when a frame is seen.
extension CanvasInput {
  /// Begins to draw, with the eraser if the pen is turned around or a button of it is held. Returns whether something is drawn.
  func beginDrawing(at pen: PenPoint) -> Bool {
    let erases = dragUse == .erases
    guard erases || session.palette.selection != nil,
      session.drawing.begin(at: pen, with: erases ? .eraser : nil)
    else { return false }
    lastPoint = (pen.time, nil)
    watchFrames()
    return true
  }

  func draw(to here: Point) {
    session.drawing.isConstrained = drag.modifiers.contains(.shift)
    for point in drag.path(to: here) {
      session.drawing.move(to: point)
      lastPoint = (point.time, nil)
    }
  }

  /// How far ahead of its last point the stroke is painted, in seconds: to when the frame that shows the point is seen. 0 once that has
  /// passed and no other point came: the pen rests.
  var foresight: Double {
    guard mode == .draws, let time = lastPoint.time else { return 0 }
    let ahead = lastPoint.ahead ?? min(max(canvas.nextPresentation - time, 0), StrokePredictor.longest)
    lastPoint.ahead = ahead
    return self.time - time <= ahead ? ahead : 0
  }

  /// Looks in each frame whether the pen is held still, or rests.
  private func watchFrames() {
    guard frames?.isRunning != true else { return }
    frames = FrameTask(canvas) { [weak self] now in
      guard let self, mode == .draws else { return false }
      advance(to: now)
      return true
    }
  }

  func advance(to now: Double) {
    session.drawing.advance(to: now)
    canvas.endForesight()
  }
}

extension PenPoint {
  /// Where a pointer is in the canvas, with what its event tells besides.
  init(_ point: Point, _ event: Event?) {
    self.init(
      ViewPoint(point), pressure: event?.pressure, tilt: event?.tilt, time: event?.moment ?? MainLoop.now)
  }
}

extension DragGesture {
  /// The points of the pointer since the last movement, the present one last. GTK reports one movement a frame, and has the
  /// others as its history.
  func path(to here: Point) -> [PenPoint] {
    guard let event = lastEvent, let last = event.surfacePoint else { return [PenPoint(here, nil)] }
    let (dx, dy) = (here.x - last.x, here.y - last.y)
    let samples = event.history
    var path = samples.map { sample in
      let point = ViewPoint(x: sample.point.x + dx, y: sample.point.y + dy)
      return PenPoint(point, pressure: sample.pressure, tilt: sample.tilt, time: sample.moment)
    }
    // The history may end with the event itself.
    if samples.last?.point != last { path.append(PenPoint(here, event)) }
    return path
  }
}
