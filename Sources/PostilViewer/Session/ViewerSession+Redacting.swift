/// Marking for redaction. Marks are annotations like others, and remove nothing: see ``RedactionJob``.
extension ViewerSession {
  /// Marks everything in the document that a query finds, in one step of undo. What is marked already is left out.
  ///
  /// - Returns: The number of marks that were added; 0 also if the edit failed: ``message`` says why then.
  /// - Throws: ``Postil/PDFError`` if a page cannot be searched, with code `.noFile` if no document is open, or `.invalidArgument` if
  ///   there is nothing to search for; `CancellationError`. Nothing is marked then.
  public func markForRedaction(_ query: RedactionQuery) async throws -> Int {
    let document = try await editor.settled().document
    let found = try await query.redaction(in: document)
    try Task.checkCancellation()
    guard self.document === document else { throw CancellationError() }
    let marks = found.areas.map { (page: $0.page, mark: palette.redactionMark($0.quads)) }
    let adding = editor.edit(orElse: 0) { document in
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

  /// What pages will show in the areas of redaction marks that are selected, or at a point of the view.
  public func redactedAreas(at point: ViewPoint?) -> [RedactedArea] {
    var found: [(page: PageID, mark: Annotation)] = []
    if let page = selection.page { found = selection.annotations.map { (page, $0) } }
    if let point, let place = viewer.place(at: point) {
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
}

extension RedactionJob {
  /// Makes a job that has not begun.
  public convenience init(_ kind: Kind, of session: ViewerSession) {
    self.init(kind, session.editor) { url, password in
      // Nothing is kept of the document whose place the file took.
      let renderer = session.pageDisplay.renderer
      session.editor.documentActor?.discardJournal()
      session.reopen(url, password: password.isEmpty ? nil : password)
      await renderer?.removeStoredPreviews()
    }
  }
}
