import GTKKit
import Postil
import PostilViewer

extension CanvasInput {
  func beginSwipe(at point: ViewPoint) {
    swipe.begin(at: point, time: time, in: &session.viewport)
  }

  func moveSwipe(to point: ViewPoint) {
    swipe.move(to: point, time: time, in: &session.viewport)
  }

  func endSwipe(isCancelled: Bool) {
    if isCancelled { swipe.cancel(time: time) } else { swipe.end(time: time) }
    settle()
  }

  /// Animates the page to its target, frame by frame.
  private func settle() {
    guard swipe.phase != .idle, settling?.isRunning != true else { return }
    settling = FrameTask(canvas) { [weak self] _ in
      guard let self else { return false }
      if swipe.phase == .settling {
        swipe.advance(to: time, in: &session.viewport)
      }
      return swipe.phase == .settling
    }
  }

  // MARK: - Two fingers

  func connectZoom() {
    zoom.onBegin { [weak self] in
      guard let self, let centre = zoom.centre else { return }
      drag.deny()
      beginPinch(at: centre)
    }
    zoom.onScale { [weak self] in self?.pinched(by: $0) }
    zoom.onEnd { [weak self] in self?.pinch = nil }
    zoom.onCancel { [weak self] in self?.pinch = nil }
  }

  private func finishSettling() {
    swipe.reset()
    session.viewport.swipeOffset = 0
  }

  /// Starts a pinch, and cancels what one finger was doing.
  func beginPinch(at centre: Point) {
    cancel()
    finishSettling()
    pinch = (centre, session.viewport)
  }

  func pinched(by scale: Double) {
    guard let (start, old) = pinch else { return }
    Trace.shared?.note(.zoom, zoom.lastEvent)
    var viewport = old
    viewport.zoom(by: scale, about: ViewPoint(start))
    if let centre = zoom.centre { viewport.pan(dx: centre.x - start.x, dy: centre.y - start.y) }
    // Keep the present size of the window, which may have changed since the pinch began.
    viewport.resize(to: session.viewport.viewSize, pixelRatio: session.viewport.pixelRatio)
    session.viewport = viewport
  }
}
