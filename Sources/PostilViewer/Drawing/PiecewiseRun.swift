/// One stroke of a tool that changes the page while it moves, from where it touches the page to where it is lifted: carried out piece
/// by piece, as fast as the document takes it. What happens in the document is a ``PiecewiseStroke``.
@MainActor final class PiecewiseRun {
  private weak var session: ViewerSession?
  /// Where the tool went since the last piece.
  private var samples: [PenSample] = []
  private var isBusy = false
  private var isOver = false

  init(_ session: ViewerSession, _ tool: any DrawingTool, on page: PageID) {
    self.session = session
    session.enqueue(.editing) { try $0.beginStroke(tool, on: page) }
  }

  func move(to sample: PenSample) {
    // The next piece begins at the last point of this one, so that must be one.
    guard sample.point.isUsable else { return }
    samples.append(sample)
    pump()
  }

  /// Everything that is left is enqueued now, before anything that the user does next.
  func finish() {
    isOver = true
    let rest = samples
    samples = []
    session?.enqueue(.editing) { _ = try $0.continueStroke(through: rest) }
    session?.enqueue(.editing) { $0.endStroke() }
  }

  func cancel() {
    isOver = true
    samples = []
    session?.enqueue(.editing) { try $0.cancelStroke() }
  }

  private func pump() {
    guard !isBusy, !isOver, !samples.isEmpty else { return }
    let next = samples
    samples = []
    isBusy = true
    session?.enqueue(.editing) {
      try $0.continueStroke(through: next)
    } then: { result in
      self.isBusy = false
      if case .success(true) = result { self.pump() } else { self.giveUp() }
    }
  }

  /// The stroke is over, since somebody else ended it or it cannot go on: nothing more is changed until the next one.
  private func giveUp() {
    guard !isOver else { return }
    (isOver, samples) = (true, [])
    session?.drawing.strokeIsOver(self)
  }
}
