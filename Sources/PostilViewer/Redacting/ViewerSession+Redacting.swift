import Foundation

/// What is marked for redaction: see ``ViewerSession/markForRedaction(_:)``.
public enum RedactionQuery: Sendable, Hashable {
  /// A text.
  case text(String, options: SearchOptions)
  /// What looks like something.
  case pattern(RedactionPattern)

  func redaction(in document: PDFDocument) async throws -> Redaction {
    switch self {
    case .text(let text, let options): try await document.redaction(of: text, options: options)
    case .pattern(let pattern): try await document.redaction(of: pattern)
    }
  }
}

/// What a page will show in the areas of a redaction mark.
public struct RedactedArea: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// The mark.
  public let mark: AnnotationID
  /// The picture, in page space.
  public let appearance: Appearance
}

/// Marking for redaction. Marks are annotations like others, and remove nothing: see ``RedactionJob``.
extension ViewerSession {
  /// Marks everything in the document that a query finds, in one step of undo. What is marked already is left out.
  ///
  /// - Returns: The number of marks that were added; 0 also if the edit failed: ``message`` says why then.
  /// - Throws: ``Postil/PDFError`` if a page cannot be searched, with code `.noFile` if no document is open, or `.invalidArgument` if
  ///   there is nothing to search for; `CancellationError`. Nothing is marked then.
  public func markForRedaction(_ query: RedactionQuery) async throws -> Int {
    finishInput()
    await idle()
    guard let document else { throw PDFError(.noFile, "No document is open: open one first.") }
    let found = try await query.redaction(in: document)
    try Task.checkCancellation()
    guard self.document === document else { throw CancellationError() }
    let marks = found.areas.map { (page: $0.page, mark: redactionMark($0.quads)) }
    let adding = edit(orElse: 0) { document in
      var added = 0
      try document.edit("Mark for Redaction") { edit in
        for (page, all) in Dictionary(grouping: marks, by: \.page).sorted(by: {
          $0.key.number < $1.key.number
        }) {
          let known = Set(try document.page(page).annotations.compactMap { $0.content.redaction?.quads })
          let new = all.map(\.mark).filter { !known.contains($0.content.redaction?.quads ?? []) }
          try edit.add(new, to: page)
          added += new.count
        }
      }
      return added
    }
    return await adding.value
  }

  /// A mark in the style of the palette's tool.
  func redactionMark(_ quads: [PageQuad]) -> Annotation {
    let tool = palette.tool(.redaction).flatMap { palette.makeTool($0) as? RedactionTool } ?? RedactionTool()
    return Annotation(.redaction(quads, overlayText: tool.overlayText), style: tool.style)
  }

  /// What pages will show in the areas of redaction marks that are selected, or at a point of the view.
  public func redactedAreas(at point: ViewPoint?) -> [RedactedArea] {
    var found: [(page: PageID, mark: Annotation)] = []
    if let page = selection.page { found = selection.annotations.map { (page, $0) } }
    if let point, let place = place(at: point) {
      let tolerance = AnnotationSelection.hitTolerance / max(viewport.zoom, 0.01)
      let top = contents.annotations(at: place.point, tolerance: tolerance, on: place.page)
        .first { $0.isSelectable }
      if let top, !selection.contains(top.id, on: place.page) { found.append((place.page, top)) }
    }
    return found.compactMap { page, mark in
      let rotation = transform(of: page)?.rotation ?? .none
      return mark.redactedAppearance(rotation: rotation).map {
        RedactedArea(page: page, mark: mark.id, appearance: $0)
      }
    }
  }

  /// Shows the file that took the place of the document's, of which nothing is kept.
  func reopenRedacted(_ url: URL, password: String) async {
    let renderer = pageDisplay.renderer
    documentActor?.discardJournal()
    reopen(url, password: password.isEmpty ? nil : password)
    await renderer?.removeStoredPreviews()
  }
}
