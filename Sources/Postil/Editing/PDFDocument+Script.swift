import PostilModel

extension PDFDocument {
  /// Takes the steps of a script, in order. Each step is undone on its own, a group as a whole.
  ///
  /// - Throws: ``PDFError`` if a step does not fit; its message begins with the step's number. The
  ///   steps before it stay done, and can be undone; that step leaves no trace.
  public func apply(_ script: EditScript) throws(PDFError) {
    try script.forEachStep(take)
  }

  private func take(_ step: EditScript.Step) throws {
    switch step.kind {
    case .undo: try undo()
    case .redo: try redo()
    default: try edit(step.name) { try $0.take(step) }
    }
  }
}

extension EditScript {
  fileprivate func forEachStep(_ body: (Step) throws -> Void) throws(PDFError) {
    for (index, step) in steps.enumerated() {
      do { try PDFError.only { try body(step) } } catch {
        var error = error
        error.message = "Step \(index + 1): \(error.message)"
        throw error
      }
    }
  }
}

extension EditScript.Step {
  /// What a menu calls it after "Undo"; `nil`: what its first edit is called.
  fileprivate var name: String? {
    switch kind {
    case .erase: "Erase"
    case .clear: "Clear Page"
    case .group(let name, _): name
    case .edit, .undo, .redo: nil
    }
  }
}

extension EditTransaction {
  /// Takes the steps of a script, in order.
  ///
  /// - Throws: ``PDFError`` if a step does not fit, or is undo or redo, which have no place in a transaction; its message begins with
  ///   the step's number. Then none of the steps is part of the transaction.
  public func apply(_ script: EditScript) throws(PDFError) {
    try PDFError.only { try edit { edit in try script.forEachStep { try edit.take($0) } } }
  }

  fileprivate func take(_ step: EditScript.Step) throws {
    switch step.kind {
    case .edit(let edit): try apply(edit)
    case .erase(let page, let points, let width):
      try erase(along: points, width: width, on: page)
    case .clear(let page): try removeDrawnAnnotations(on: page)
    case .group(_, let steps): for step in steps { try take(step) }
    // The reader of scripts refuses them in groups.
    case .undo, .redo:
      throw PDFError(.invalidScript, "Undo and redo cannot stand in a group or a transaction.")
    }
  }
}
