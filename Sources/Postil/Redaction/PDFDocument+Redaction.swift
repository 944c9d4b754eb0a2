public import PostilModel

extension PDFDocument {
  /// What the redaction marks of the document (`/Redact` annotations) say is to be removed, with their fills and overlay texts.
  ///
  /// - Throws: ``PDFError`` if a page cannot be read; `CancellationError`.
  /// - Complexity: O(annotations of all pages).
  public func redactionOfMarks() async throws -> Redaction {
    let state = state
    return try await inBackground { _ in try self.redactionOfMarks(in: state) }
  }

  /// What the redaction marks say is to be removed; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``redactionOfMarks()``.
  public func redactionOfMarksAndWait() throws(PDFError) -> Redaction { try redactionOfMarks(in: state) }

  private func redactionOfMarks(in state: DocumentState) throws(PDFError) -> Redaction {
    try PDFError.only {
      return Redaction(
        try state.pages.flatMap { id in
          try page(id, in: state).annotations.compactMap { annotation in
            annotation.content.redaction.map { content in
              Redaction.Area(
                content.quads, on: id, fill: annotation.style.fill, overlayText: content.overlayText)
            }
          }
        })
    }
  }

  /// What removes a text wherever it is: the areas where it stands on pages, and the text itself, for all other places.
  ///
  /// - Parameters:
  ///   - text: What to search for. See ``PageText/matches(of:options:)`` for what matches it.
  ///   - options: What counts as the same: capital and small letters, unless they say otherwise.
  ///   - fill: What the areas are filled with; `nil` for nothing.
  /// - Throws: As ``search(_:options:from:)`` and its iteration: a page that cannot be searched is an error.
  public func redaction(
    of text: String, options: SearchOptions = .ignoringCase, fill: Color? = .black
  ) async throws -> Redaction {
    var result = Redaction(texts: [.init(text, options: options)])
    // What annotations show is removed with them, without what stands under it.
    for try await match in try search(text, options: options.union(.excludingAnnotations)) {
      result.areas.append(.ofText(match.quads, on: match.page, fill: fill))
    }
    return result
  }

  /// What removes all texts that look like something, wherever they are: the areas where pages show them, and the pattern itself,
  /// for all other places.
  ///
  /// - Parameters:
  ///   - pattern: What they look like.
  ///   - fill: What the areas are filled with; `nil` for nothing.
  /// - Throws: ``PDFError`` if the text of a page cannot be read; `CancellationError`.
  public func redaction(of pattern: RedactionPattern, fill: Color? = .black) async throws -> Redaction {
    var result = Redaction(patterns: [pattern])
    let ahead = TasksAhead(pageIDs, limit: textReader.searchesAhead) { page in
      let text = try await self.text(of: page).withoutAnnotations
      return pattern.matches(in: text).compactMap { text.selection(of: $0)?.quads }
    }
    while let (page, found) = try await ahead.next() {
      result.areas += try found.get().map { .ofText($0, on: page, fill: fill) }
    }
    return result
  }
}

extension Redaction.Area {
  fileprivate static func ofText(_ quads: [PageQuad], on page: PageID, fill: Color?) -> Redaction.Area {
    var area = Redaction.Area(quads.filter { !$0.bounds.isEmpty }, on: page, fill: fill)
    area.isOfText = true
    return area
  }
}
