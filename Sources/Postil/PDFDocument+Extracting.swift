public import PostilModel

extension PDFDocument {
  /// Makes a document that has no page yet: it needs one before it can be saved.
  ///
  /// ```swift
  /// let document = try PDFDocument()
  /// try document.insertBlankPage(width: 595, height: 842, at: 0)
  /// try await document.save(to: url)
  /// ```
  ///
  /// - Throws: ``PDFError`` if there is no memory for it.
  public convenience init() throws(PDFError) { try self.init(new: ()) }

  /// Pages of the document as a document of their own, as they are at this moment, with what
  /// ``DocumentEditing/insertPages(of:_:at:)`` takes along. It has no file until it is saved to one.
  ///
  /// - Parameter pages: The pages, in the order that they are to have.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` if there are none, or `.damaged`.
  public func extractPages(_ pages: some Sequence<PageID>) throws(PDFError) -> PDFDocument {
    let pages = Array(pages)
    guard !pages.isEmpty else {
      throw PDFError(.invalidArgument, "A document needs a page: name one at least.")
    }
    let result = try PDFDocument()
    try result.insertPages(of: self, pages, at: 0)
    return result
  }
}
