extension ViewerSession {
  /// Undoes the last edit. If a drawing is in progress, cancels that instead.
  public func undo() {
    guard !drawing.isDrawing else { return drawing.cancel() }
    editor.enqueue(.editing) { try $0.document.undo() }
  }

  /// Redoes the edit that was undone last. Ignored while a drawing is in progress.
  public func redo() {
    guard !drawing.isDrawing else { return }
    editor.enqueue(.editing) { try $0.document.redo() }
  }

  /// Removes all annotations of the current page that Postil can draw and that are not locked. Cancels a drawing in progress.
  ///
  /// - Returns: A task with the number of annotations that were removed; 0 if the edit failed.
  @discardableResult
  public func clearPage() -> Task<Int, Never> {
    drawing.cancel()
    guard let page = viewport.currentPage else { return Task { 0 } }
    return editor.edit(orElse: 0) { try $0.removeDrawnAnnotations(on: page) }
  }
}
