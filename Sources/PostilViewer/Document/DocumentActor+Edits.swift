/// Consecutive edits on a page that are one step of undo: nudges and changes of size by arrow keys, changes of style by dragging a slider.
enum EditRun: Sendable {
  case nudge, resize, restyle
}

/// Steps of undo that are made piece by piece.
extension DocumentActor {
  /// Begins a stroke: an open group of edits by a tool that edits the page while it moves.
  func beginStroke(_ tool: any DrawingTool, on page: PageID) throws {
    endStroke()
    stroke = try PiecewiseStroke(tool, in: document, on: page)
  }

  /// Continues the stroke through points of the page, and ends it if that is not possible.
  ///
  /// - Returns: Whether the stroke continues: `false` if other code undid or redid something meanwhile.
  func continueStroke(through samples: [PenSample]) throws -> Bool {
    var goesOn = false
    defer { if !goesOn { endStroke() } }
    goesOn = try stroke?.process(samples, in: document) ?? false
    return goesOn
  }

  func endStroke() {
    stroke?.end(in: document)
    stroke = nil
  }

  func cancelStroke() throws {
    defer { stroke = nil }
    try stroke?.cancel(in: document)
  }

  /// Changes annotations of a page.
  ///
  /// - Parameter change: Takes all annotations of the page, and returns those to replace, changed.
  func edit(
    inRun run: EditRun, named name: String, on page: PageID, _ change: ([Annotation]) -> [Annotation]
  ) throws {
    // Retry if other code edits the page at the same time, but not for ever.
    for _ in 0..<100 {
      if openRun?.run != run || openRun?.page != page {
        endEditRun()
        openRun = (run, page, document.openGroup(named: name))
      }
      guard let group = openRun?.group else { return }
      let version = document.version(of: page)
      let changed = change(try document.page(page).annotations)
      guard !changed.isEmpty else { return }
      let edit = Edit.replaceAnnotations(changed, page: page)
      switch try document.apply([edit], in: group, to: page, version: version) {
      case .done: return
      case .groupIsOver: openRun = nil
      case .pageIsOther: continue
      }
    }
    throw PDFError(.editConflict, "The page is being changed all the time, so this was not done: try again.")
  }

  /// Closes the group of the run.
  func endEditRun() {
    if let group = openRun?.group { document.end(group) }
    openRun = nil
  }
}
