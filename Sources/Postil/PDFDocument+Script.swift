import PostilModel

extension PDFDocument {
  /// Takes the steps of a script, in order. Each step is undone on its own, a group as a whole.
  ///
  /// - Throws: ``PDFError`` if a step does not fit; its message begins with the step's number. The
  ///   steps before it stay done, and can be undone; that step leaves no trace.
  public func apply(_ script: EditScript) throws {
    for (index, step) in script.steps.enumerated() {
      do {
        try take(step)
      } catch var error as PDFError {
        error.message = "Step \(index + 1): \(error.message)"
        throw error
      }
    }
  }

  private func take(_ step: EditScript.Step) throws {
    switch step.kind {
    case .edit(let edit): try apply(edit)
    case .erase(let page, let points, let width):
      let changes = EraserTool.changes(erasing: try self.page(page).annotations, along: points, width: width)
      try commit(changes, on: page, named: "Erase")
    case .clear(let page): try clearPage(page)
    case .group(let name, let steps):
      try group(named: name) { for step in steps { try take(step) } }
    case .undo: try undo()
    case .redo: try redo()
    }
  }
}
