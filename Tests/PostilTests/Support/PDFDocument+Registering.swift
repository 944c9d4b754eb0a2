@testable import Postil

extension PDFDocument {
  /// Makes another document's pages, as they are now, sources of pages of this one.
  func register(_ other: PDFDocument) throws -> (source: SourceID, pageCount: Int) {
    try register(other, in: other.state)
  }
}
