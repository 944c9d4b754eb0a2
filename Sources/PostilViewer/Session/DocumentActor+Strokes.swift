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
}
