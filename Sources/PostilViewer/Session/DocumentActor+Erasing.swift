extension DocumentActor {
  /// Begins a group of edits in which an eraser goes over a page.
  func beginErasing(on page: PageID, width: Double, mode: EraserTool.Mode) throws {
    endErasing()
    eraser = try EraserStroke(in: document, on: page, width: width, mode: mode)
  }

  /// Goes on erasing through points of the page. A stroke that cannot go on is over.
  ///
  /// - Returns: Whether the stroke goes on: not if somebody else saved, undid or redid something meanwhile.
  func erase(along points: [PagePoint]) throws -> Bool {
    var goesOn = false
    defer { if !goesOn { endErasing() } }
    goesOn = try eraser?.erase(along: points, in: document) ?? false
    return goesOn
  }

  func endErasing() {
    eraser?.end(in: document)
    eraser = nil
  }

  func cancelErasing() throws {
    defer { eraser = nil }
    try eraser?.cancel(in: document)
  }
}
