extension DocumentActor {
  /// Begins a group of edits in which a tool changes a page while it moves.
  func beginStroke(_ tool: any DrawingTool, on page: PageID) throws {
    endStroke()
    stroke = try PiecewiseStroke(tool, in: document, on: page)
  }

  /// Goes on through places of the page. A stroke that cannot go on is over.
  ///
  /// - Returns: Whether the stroke goes on: not if somebody else saved, undid or redid something meanwhile.
  func continueStroke(through samples: [PenSample]) throws -> Bool {
    var goesOn = false
    defer { if !goesOn { endStroke() } }
    goesOn = try stroke?.go(through: samples, in: document) ?? false
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
