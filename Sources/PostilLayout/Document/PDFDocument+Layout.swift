public import Postil

extension PDFDocument {
  /// Sets a document and puts its pages in, as one step of undo, on a thread of its own: a cover, a summary of comments at the end.
  ///
  /// Its tags, its named places and its outline come along; metadata and attachments do not.
  ///
  /// - Parameters:
  ///   - layout: The document.
  ///   - index: The index that the first of its pages gets, from 0.
  /// - Returns: The new pages, and what has another name now.
  /// - Throws: `PDFError`, as `LayoutDocument/write(to:conformingTo:)` and for pages of other documents; `CancellationError`.
  @discardableResult
  public func insertPages(of layout: LayoutDocument, at index: Int) async throws -> InsertedPages {
    let other = try PDFDocument(data: try await fitted(layout).data())
    return try await insertPages(of: other, at: index, bringing: [.outline, .destinations])
  }

  /// The same, at once.
  @discardableResult
  public func insertPagesAndWait(of layout: LayoutDocument, at index: Int) throws(PDFError) -> InsertedPages {
    let other = try PDFDocument(data: try fitted(layout).dataAndWait())
    return try insertPagesAndWait(of: other, at: index, bringing: [.outline, .destinations])
  }

  /// The same, for pages of this document.
  private func fitted(_ layout: LayoutDocument) -> LayoutDocument {
    var layout = layout
    layout.listsGlyphs = listsGlyphs
    return layout
  }
}
