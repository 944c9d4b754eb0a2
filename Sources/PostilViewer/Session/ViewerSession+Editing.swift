extension ViewerSession {
  /// Undoes the last edit. If a drawing is in progress, cancels that instead.
  public func undo() {
    guard !drawing.isDrawing else { return drawing.cancel() }
    enqueue(.editing) { try $0.document.undo() }
  }

  /// Commits what is being drawn, typed or entered into the form; a field of the form goes on being edited.
  ///
  /// - Returns: Whether nothing is left: `false` if a text is invalid and has to be changed first; ``message`` says why.
  @discardableResult
  func finishInput() -> Bool {
    drawing.finish()
    let isTyped = textEntry.commit()
    return formFilling.commitSoFar() && isTyped
  }

  /// Redoes the edit that was undone last. Ignored while a drawing is in progress.
  public func redo() {
    guard !drawing.isDrawing else { return }
    enqueue(.editing) { try $0.document.redo() }
  }

  /// Removes all annotations of the current page that Postil can draw and that are not locked. Cancels a drawing in progress.
  ///
  /// - Returns: A task with the number of annotations that were removed; 0 if the edit failed.
  @discardableResult
  public func clearPage() -> Task<Int, Never> {
    drawing.cancel()
    guard let page = viewport.currentPage else { return Task { 0 } }
    return edit(orElse: 0) { try $0.removeDrawnAnnotations(on: page) }
  }

  /// Makes an edit in the background.
  ///
  /// - Parameter failure: What the task returns if the edit fails.
  func edit<Result: Sendable>(
    orElse failure: Result, _ edit: @escaping @Sendable (PDFDocument) throws -> Result
  ) -> Task<Result, Never> {
    let outcome = EditOutcome(failure)
    finishInput()
    enqueue(.editing) {
      try edit($0.document)
    } then: {
      if case .success(let result) = $0 { outcome.value = result }
    }
    return Task { [tail] in
      await tail?.value
      return outcome.value
    }
  }

  /// Commits what a tool drew.
  ///
  /// - Parameter name: The name of the step of undo; `nil` for that of the first change.
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

/// What an edit led to.
@MainActor private final class EditOutcome<Value: Sendable> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
