import Foundation
import PostilFile
import PostilModel

/// Where pages come from that the file did not have.
extension PDFDocument {
  /// An identifier that no page of the document has or had, for an edit that inserts pages.
  package func mintPage() -> PageID { core.withLock { $0.mintPage() } }

  /// Makes another document's pages, as they are in a state of it, sources of pages of this one. What is edited there later is
  /// not seen.
  ///
  /// - Returns: The source, and how many pages it has.
  package func register(
    _ other: PDFDocument, in state: DocumentState
  ) throws -> (source: SourceID, pageCount: Int) {
    if let known = core.withLock({ $0.documents[ObjectIdentifier(other)] }), known.document === other,
      known.state == state
    {
      return (known.source, known.pageCount)
    }
    var file = other.openedFile
    if !other.isAsOpened(in: state) {
      file = try OpenedFile(data: other.dataRepresentation(of: state), password: file.password)
    }
    let id = SourceID(number: core.withLock { $0.mintSource() })
    let pageCount = try store.withLock { [file] in try $0.register(file, as: id) }
    let known = RegisteredDocument(document: other, state: state, source: id, pageCount: pageCount)
    core.withLock { $0.documents[ObjectIdentifier(other)] = known }
    return (id, pageCount)
  }

  /// Whether another document has the pages of the same file as it was opened, and no edit that a state of it has
  /// changed them there.
  func isSameFile(as other: PDFDocument, in state: DocumentState) -> Bool {
    guard let identity = openedFile.identity, identity == other.openedFile.identity else { return false }
    return other.isAsOpened(in: state)
  }

  /// Whether a state of it is that of the file as it was opened.
  private func isAsOpened(in state: DocumentState) -> Bool {
    state == DocumentState(pageCount: store.withLock { $0.pageCount })
  }

  /// Makes a page that an image fills a source of pages.
  ///
  /// - Throws: ``PDFError`` with code `.invalidArgument`.
  func register(_ image: Appearance.Image, resolution: Double) throws -> ContentID {
    guard (1...10_000).contains(resolution) else {
      throw PDFError(.invalidArgument, "A resolution is a number of pixels an inch from 1 to 10,000.")
    }
    let size = PageSize(
      width: Double(image.width) * 72 / resolution, height: Double(image.height) * 72 / resolution)
    try size.requireValid()
    let data = try BuiltDocument.page(
      showing: image, size, isFirstArchive: store.withLock { $0.listsGlyphs })
    if let known = core.withLock({ $0.contents[data] }) { return known }
    let content = try register(content: data)
    core.withLock { $0.contents[data] = content }
    return content
  }

  /// Makes a PDF file of one page a source of pages.
  package func register(content data: Data) throws -> ContentID {
    let id = ContentID(number: core.withLock { $0.mintSource() })
    try store.withLock { try $0.register(data, as: id) }
    return id
  }
}
