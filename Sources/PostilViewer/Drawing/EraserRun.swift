/// One stroke of the eraser, from where it touches the page to where it is lifted: carried out piece by piece, as fast
/// as the document takes it. What happens in the document is an ``EraserStroke``.
@MainActor final class EraserRun {
  private weak var session: ViewerSession?
  private let page: PageID
  /// Where the head went since the last piece.
  private var points: [PagePoint] = []
  private var isBusy = false
  private var isOver = false

  init(_ session: ViewerSession, on page: PageID) {
    (self.session, self.page) = (session, page)
    let (width, mode) = (session.palette.width, session.palette.eraserMode)
    session.enqueue(.editing) { try $0.beginErasing(on: page, width: width, mode: mode) }
  }

  func move(to point: PagePoint) {
    // The next piece begins at the last point of this one, so that must be one.
    guard point.isUsable else { return }
    points.append(point)
    pump()
  }

  /// Everything that is left is enqueued now, before anything that the user does next.
  func finish() {
    isOver = true
    let rest = points
    points = []
    session?.enqueue(.editing) { _ = try $0.erase(along: rest) }
    session?.enqueue(.editing) { $0.endErasing() }
  }

  func cancel() {
    isOver = true
    points = []
    session?.enqueue(.editing) { try $0.cancelErasing() }
  }

  private func pump() {
    guard !isBusy, !isOver, !points.isEmpty else { return }
    let next = points
    points = []
    isBusy = true
    session?.enqueue(.editing) {
      try $0.erase(along: next)
    } then: { result in
      self.isBusy = false
      if case .success(true) = result { self.pump() } else { self.giveUp() }
    }
  }

  /// The stroke is over, since somebody else ended it or it cannot go on: nothing more is erased until the next one.
  private func giveUp() {
    guard !isOver else { return }
    (isOver, points) = (true, [])
    session?.drawing.eraserIsOver(self)
  }
}
