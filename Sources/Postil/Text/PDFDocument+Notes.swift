public import PostilModel

extension PDFDocument {
  /// The comments on pages as they are now: notes, marked texts, drawings and answers to them that say something or mark text. For text
  /// that is read without its pages:
  ///
  /// ```swift
  /// let structure = try await document.structure()
  /// let text = structure.markdown(with: try await document.notes())
  /// ```
  ///
  /// - Parameter pages: The pages, in order; `nil`: all.
  /// - Returns: The comments of each page, bottom first. Of a page whose text cannot be read they do not say which text they mark.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`; `CancellationError`.
  /// - Complexity: O(annotations, and bytes of pages with marked texts).
  public func notes(on pages: [PageID]? = nil) async throws -> [StructureNote] {
    let numbers = Dictionary(zip(pageIDs, 1...)) { first, _ in first }
    var notes: [StructureNote] = []
    for id in pages ?? pageIDs {
      try Task.checkCancellation()
      let page = try page(id)
      let comments = page.annotations.filter { $0.isMarkup && !$0.flags.contains(.hidden) }
      var text: PageText?
      if comments.contains(where: { $0.content.textMarkup != nil }) {
        do {
          text = try await self.text(of: id)
        } catch let error where !(error is CancellationError) { text = nil }
      }
      for comment in comments {
        let marked = comment.content.textMarkup.flatMap { text?.string(in: $0.quads) }
        let said = comment.contents.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0.withoutControls }
        guard marked != nil || said != nil else { continue }
        notes.append(
          StructureNote(
            on: id, number: numbers[id] ?? 0, annotation: comment.id, subtype: comment.subtype,
            author: comment.author, markedText: marked, text: said, bounds: comment.bounds))
      }
    }
    return notes
  }

  /// The comments on one page: see ``notes(on:)-([PageID]?)``.
  public func notes(on page: PageID) async throws -> [StructureNote] { try await notes(on: [page]) }
}

extension PageText {
  /// The text in the middle of quadrilaterals, one after the other; `nil` if there is none.
  ///
  /// - Complexity: O(characters, for each of the quadrilaterals).
  fileprivate func string(in quads: [PageQuad]) -> String? {
    let parts = quads.compactMap { quad -> String? in
      let bounds = quad.bounds
      let inside = characters.indices.filter { index in
        let box = boxes[index]
        let center = PagePoint(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2)
        return characters[index] != "\n" && bounds.contains(center)
      }
      guard let first = inside.first, let last = inside.last else { return nil }
      return Self.string(of: characters[first...last])
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
