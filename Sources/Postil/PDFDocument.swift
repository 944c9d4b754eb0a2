public import Foundation
import PostilFile
import PostilModel
import Synchronization

/// A PDF document that is open for reading and editing.
///
/// Every change goes through one door and can be undone; nothing is written to the file before
/// ``save(_:)``. All methods may be called from any thread; they are carried out one at a time.
///
/// ```swift
/// let document = try PDFDocument(url: url)
/// let page = try document.page(at: 0)
/// try document.add(Annotation(.rectangle(PageRect(x: 72, y: 600, width: 200, height: 80))), to: page.id)
/// try document.rotatePages([0], by: .clockwise90)
/// try document.undo()
/// try document.save()
/// ```
public final class PDFDocument: Sendable {
  let session: Mutex<DocumentSession>
  let pageVersions: PageVersions
  private let broadcast: Broadcast<DocumentChange>
  let textReader = TextReader()

  /// Opens a file. Reads the cross-reference table and the page count, not the pages.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - password: The user's or the owner's password, for files that need one.
  ///   - options: How the file is read.
  /// - Throws: ``PDFError`` with code `.fileNotFound`, `.cannotRead`, `.notPDF`, `.damaged`,
  ///   `.passwordRequired`, `.wrongPassword` or `.unsupported`.
  public convenience init(url: URL, password: String? = nil, options: OpenOptions = OpenOptions()) throws {
    let store = try FileStore(.url(url), password: password, options: options)
    self.init(DocumentSession(store: store))
  }

  /// Opens a document that is in memory. It has no file until it is saved to one.
  ///
  /// - Throws: ``PDFError``, as ``init(url:password:options:)``.
  public convenience init(data: Data, password: String? = nil) throws {
    let store = try FileStore(.data(data), password: password, options: OpenOptions(access: .memory))
    self.init(DocumentSession(store: store))
  }

  private init(_ session: sending DocumentSession) {
    (pageVersions, broadcast) = (session.pageVersions, session.changes)
    self.session = Mutex(session)
  }

  // MARK: - The document

  /// The file that the document was opened from or last saved to.
  public var url: URL? { session.withLock { $0.store.url } }
  /// How many pages there are.
  public var pageCount: Int { session.withLock { $0.state.pages.count } }
  /// The version of PDF that the file says it is, such as "1.7".
  public var pdfVersion: String { session.withLock { $0.store.pdfVersion } }
  /// Whether the file is encrypted.
  public var isEncrypted: Bool { session.withLock { $0.store.isEncrypted } }
  /// What the author allows who opens the file.
  public var permissions: PDFPermissions { session.withLock { $0.store.permissions } }
  /// Title, author and the like.
  public var information: DocumentInformation { session.withLock { $0.store.information } }
  /// The size of the file in bytes.
  public var fileSize: Int { session.withLock { $0.store.fileSize } }
  /// How many times the file was saved: the original and each update appended to it.
  public var revisionCount: Int { session.withLock { $0.store.revisionCount } }
  /// Whether the document carries digital signatures. Appending leaves the signed bytes as they are, rewriting breaks
  /// the signatures. A certification may permit less than what was edited: saving then fails with
  /// `.wouldBreakSignature`; see ``signatures``.
  public var isSigned: Bool { session.withLock { $0.store.isSigned } }
  /// The document's signatures: who signed, when, and what a certification permits afterwards. Read, not verified.
  public var signatures: [SignatureInfo] { session.withLock { $0.store.signatures } }
  /// What was wrong with the file and was repaired on opening it, in words.
  public var warnings: [String] { session.withLock { $0.store.warnings } }

  // MARK: - Pages

  /// The page at an index, from 0.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(at index: Int) throws -> PDFPage {
    try session.withLock { try $0.page(at: index) }
  }

  /// The page of a name, wherever it is now.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(_ id: PageID) throws -> PDFPage {
    try session.withLock { session in
      guard let index = session.state.index(of: id) else { throw PDFError.noSuchPage(id) }
      return try session.page(at: index)
    }
  }

  /// The way between a page and a view that shows it at `scale` pixels a point, and with it the page's size. Reads no
  /// annotations, so it is the quick way to lay out all pages of a long document.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func transform(of page: PageID, scale: Double = 1) throws -> PageTransform {
    try session.withLock { session in
      guard session.state.index(of: page) != nil else {
        throw PDFError.noSuchPage(page).about(session.store.url)
      }
      let state = session.state.page(page)
      let attributes = try session.store.attributes(of: state.source)
      return PageTransform(
        cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation + state.rotation,
        scale: scale)
    }
  }

  /// The names of all pages, in order.
  public var pageIDs: [PageID] { session.withLock { $0.state.pages } }

  // MARK: - State

  /// All that edits changed, as a value: how the document differs from the file as it was opened.
  public var state: DocumentState { session.withLock { $0.state } }

  /// The changes from now on, as they happen: which pages, what kind. Every call gives a stream of
  /// its own, which ends with the document.
  public var changes: AsyncStream<DocumentChange> { broadcast.listen() }
}
