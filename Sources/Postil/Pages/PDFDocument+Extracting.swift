public import PostilModel

extension PDFDocument {
  /// Pages of the document as a document of their own, as they are at this moment, with what
  /// ``EditTransaction/insertPages(of:_:at:bringing:)`` takes along. It has no file until it is saved to one, and is not encrypted
  /// unless it is saved so (``PDFDocument/encryption``).
  ///
  /// To know what is left behind, insert the pages into a new document: `try await PDFDocument().insertPages(of: document, pages, at: 0)`.
  ///
  /// - Parameter pages: The pages, in the order that they are to have.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` if there are none, `.notPermitted` if the author does not
  ///   allow copying, or `.damaged`; `CancellationError`.
  /// - Complexity: As ``EditTransaction/insertPages(of:_:at:bringing:)``.
  public func extractPages(_ pages: some Sequence<PageID>) async throws -> PDFDocument {
    try requirePermission(.copying)
    let (pages, state) = (Array(pages), state)
    return try await inBackground { _ in try self.extracted(pages, in: state) }
  }

  /// Pages of the document as a document of their own; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``extractPages(_:)``.
  public func extractPagesAndWait(_ pages: some Sequence<PageID>) throws(PDFError) -> PDFDocument {
    try requirePermission(.copying)
    return try extracted(Array(pages), in: state)
  }

  /// The same of a state, whatever the author allows.
  func extracted(_ pages: [PageID], in state: DocumentState) throws(PDFError) -> PDFDocument {
    guard !pages.isEmpty else {
      throw PDFError(.invalidArgument, "A document needs a page: name one at least.")
    }
    let result = try PDFDocument()
    _ = try result.insertPermitted(
      of: Pages(document: self, state: state, reads: nil), pages, at: 0, bringing: .all)
    return result
  }
}
