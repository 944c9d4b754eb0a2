import Foundation
import PostilFile
import PostilModel

// Pages that the file did not have: the machinery, of which the operations for users will be made.
extension PDFDocument {
  /// An identifier that no page of the document has or had, for an edit that inserts pages.
  package func mintPage() -> PageID { core.withLock { $0.mintPage() } }

  /// Makes another document's pages, as they are now, sources of pages of this one. What is edited there later is not
  /// seen.
  ///
  /// - Returns: The source, and how many pages it has.
  package func register(_ other: PDFDocument) throws -> (source: SourceID, pageCount: Int) {
    var file = other.openedFile
    if other.state != DocumentState(pageCount: other.store.withLock({ $0.pageCount })) {
      file = try OpenedFile(data: other.dataRepresentation(), password: file.password)
    }
    let id = SourceID(number: core.withLock { $0.mintSource() })
    return (id, try store.withLock { [file] in try $0.register(file, as: id) })
  }

  /// Makes a PDF file of one page a source of pages.
  package func register(content data: Data) throws -> ContentID {
    let id = ContentID(number: core.withLock { $0.mintSource() })
    try store.withLock { try $0.register(data, as: id) }
    return id
  }
}
