/// The main actor's side of a stroke of a tool that edits the page while it moves. Sends samples to the document actor in
/// pieces, each when the one before is done; a ``PiecewiseStroke`` applies them there.
@MainActor final class PiecewiseRun {
  private let editor: DocumentEditor
  /// Called when the stroke ended before it was lifted.
  private let onEnd: (PiecewiseRun) -> Void
  /// The samples since the last piece.
  private var samples: [PenSample] = []
  private var isBusy = false
  private var isOver = false

  init(
    _ editor: DocumentEditor, _ tool: any DrawingTool, on page: PageID,
    onEnd: @escaping (PiecewiseRun) -> Void
  ) {
    (self.editor, self.onEnd) = (editor, onEnd)
    editor.enqueue(.editing) { try $0.beginStroke(tool, on: page) }
  }

  func move(to sample: PenSample) {
    // The next piece begins at the last point of this one, so every point must be finite.
    guard sample.point.isUsable else { return }
    samples.append(sample)
    sendNext()
  }

  /// Enqueues the remaining samples now, so that they precede whatever the user does next.
  func finish() {
    isOver = true
    let rest = samples
    samples = []
    editor.enqueue(.editing) { _ = try $0.continueStroke(through: rest) }
    editor.enqueue(.editing) { $0.endStroke() }
  }

  func cancel() {
    isOver = true
    samples = []
    editor.enqueue(.editing) { try $0.cancelStroke() }
  }

  private func sendNext() {
    guard !isBusy, !isOver, !samples.isEmpty else { return }
    let next = samples
    samples = []
    isBusy = true
    editor.enqueue(.editing) {
      try $0.continueStroke(through: next)
    } then: { result in
      self.isBusy = false
      if case .success(true) = result { self.sendNext() } else { self.endEarly() }
    }
  }

  /// Ends the stroke after other code closed its group of edits, or an edit failed.
  private func endEarly() {
    guard !isOver else { return }
    (isOver, samples) = (true, [])
    onEnd(self)
  }
}
