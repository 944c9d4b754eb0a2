import Synchronization

extension ViewerSession {
  /// Takes back the last edit. While something is drawn, gives that up instead.
  public func undo() {
    guard !drawing.isDrawing else { return drawing.cancel() }
    enqueue(.editing) { try $0.document.undo() }
  }

  /// Ends what is being drawn or typed: it is an edit.
  func finishInput() {
    drawing.finish()
    textEntry.commit()
  }

  /// Does the edit again that was taken back last.
  public func redo() {
    guard !drawing.isDrawing else { return }
    enqueue(.editing) { try $0.document.redo() }
  }

  /// Removes everything that Postil can draw from the current page.
  ///
  /// - Returns: How many annotations went, once they have.
  @discardableResult
  public func clearPage() -> Task<Int, Never> {
    drawing.cancel()
    guard let page = viewport.currentPage else { return Task { 0 } }
    let count = SharedCount()
    enqueue(.editing) { documentActor in
      count.set(try documentActor.document.removeDrawnAnnotations(on: page))
    }
    return Task { [tail] in
      await tail?.value
      return count.value
    }
  }

  /// Turns the current page.
  public func rotatePage(by turn: PageRotation = .clockwise90) {
    finishInput()
    guard let page = viewport.currentPage else { return }
    enqueue(.editing) { try $0.document.apply(.rotatePages([page], by: turn)) }
  }

  /// Moves a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The place that it gets, from 0.
  public func move(_ page: PageID, to index: Int) {
    finishInput()
    enqueue(.editing) { try $0.document.apply(.movePages([page], to: index)) }
  }

  /// Commits what a tool drew.
  ///
  /// - Parameter name: What a menu calls it after "Undo"; `nil`: the first change's name.
  func commit(_ changes: [AnnotationChange], of drawing: LiveDrawing, named name: String? = nil) {
    let (page, id) = (drawing.page, drawing.id)
    enqueue(.editing) {
      try $0.document.commit(changes, on: page, named: name)
    } then: { [weak self] result in
      guard let self else { return }
      let isDone = if case .success = result { true } else { false }
      self.drawing.settle(id, with: isDone ? self.pageDisplay.requestAwaited(by: page) : nil)
    }
  }
}

/// A number that is found out elsewhere.
private final class SharedCount: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }
  func set(_ value: Int) { number.withLock { $0 = value } }
}
