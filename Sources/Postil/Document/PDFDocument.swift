import Dispatch
public import Foundation
import PostilFile
import PostilModel
import PostilSystem
import Synchronization

/// A PDF document that is open for reading and editing.
///
/// Every change can be undone; nothing is written to the file before the document is saved. All methods may be called
/// from any thread. None of them waits for a save, but another save: the state that edits change is behind a lock that is
/// held for microseconds, the file behind one that is held while objects are read. Edits and queries are those of
/// ``DocumentEditing``; ``edit(_:_:)`` makes several of them one step of undo.
///
/// ```swift
/// let document = try await PDFDocument.open(url)
/// let page = try document.page(at: 0)
/// try document.add(Annotation(.rectangle(PageRect(x: 72, y: 600, width: 200, height: 80))), to: page.id)
/// try document.rotatePages([page.id], by: .clockwise90)
/// try document.undo()
/// try await document.save()
/// ```
public final class PDFDocument: Sendable, DocumentEditing {
  /// What edits change. Never held while anything is read or written, nor while ``store`` is waited for.
  let core: Mutex<DocumentCore>
  /// The file's objects. Never held while a save writes.
  let store: Mutex<FileStore>
  /// Where saves are carried out, one at a time.
  let saving = DispatchQueue(label: "Postil.Saving", qos: .userInitiated)
  private let broadcast: Broadcast<DocumentChange>
  /// What may be done with the document: ``PDFPermissions/all`` for its owner, and if it was opened with
  /// ``OpenOptions/ignoresPermissions``; otherwise its ``permissions``.
  public let effectivePermissions: PDFPermissions
  /// Tells the document from all others that are or were open.
  let identity = UUID().uuidString
  let textReader = TextReader()
  /// What poppler reads, as a second opinion.
  let popplerReader = TextReader(.poppler)
  /// The file that images are read from.
  let imageReaders = ImageReaders()
  let renderBackends = RenderBackends()
  /// The journal of its edits; `nil` if none is kept.
  var journal: EditJournal? { core.withLock(\.journal) }

  /// Where files are opened.
  static let opening = DispatchQueue(
    label: "Postil.Opening", qos: .userInitiated, attributes: .concurrent)

  /// Opens a file. Reads the cross-reference table and the page count, not the pages, on a thread of its own. A task that is
  /// canceled goes on at once.
  ///
  /// - Parameters:
  ///   - url: The file. A name whose bytes are no UTF-8 stands in an address, as everywhere: `file:///caf%E9.pdf`.
  ///   - password: The user's or the owner's password, for files that need one.
  ///   - options: How the file is read.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that reads.
  /// - Throws: ``PDFError`` with code `.fileNotFound`, `.cannotRead`, `.notPDF`, `.damaged`,
  ///   `.passwordRequired`, `.wrongPassword` or `.unsupported`; `CancellationError`.
  public static func open(
    _ url: URL, password: String? = nil, options: OpenOptions = OpenOptions(),
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> PDFDocument {
    try await opening.resultUnlessCancelled { checkCancellation in
      let monitor = WorkMonitor(progress: progress ?? { _ in }, checkCancellation: checkCancellation)
      do {
        let store = try FileStore(.url(url), password: password, options: options, monitor: monitor)
        try monitor.advance(to: 1)
        return PDFDocument(store, url)
      } catch let error as CancellationError {
        throw error
      } catch {
        throw PDFError.from(error)
      }
    }
  }

  /// Opens a file, and blocks the calling thread meanwhile: for command line tools, and for threads of the program's own.
  ///
  /// - Throws: ``PDFError``, as ``open(_:password:options:progress:)``.
  public static func openAndWait(
    _ url: URL, password: String? = nil, options: OpenOptions = OpenOptions()
  ) throws(PDFError) -> PDFDocument {
    let store: FileStore
    do {
      store = try FileStore(.url(url), password: password, options: options)
    } catch {
      throw PDFError.from(error)
    }
    return PDFDocument(store, url)
  }

  /// Opens a document that is in memory. It has no file until it is saved to one.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - password: The user's or the owner's password, if it needs one.
  ///   - ignoringPermissions: As ``OpenOptions/ignoresPermissions``.
  /// - Throws: ``PDFError``, as ``open(_:password:options:progress:)``.
  public convenience init(
    data: Data, password: String? = nil, ignoringPermissions: Bool = false
  ) throws(PDFError) {
    let store: FileStore
    do {
      store = try FileStore(
        .data(data), password: password,
        options: OpenOptions(access: .memory, ignoresPermissions: ignoringPermissions))
    } catch {
      throw PDFError.from(error)
    }
    self.init(store, nil)
  }

  /// Makes a document that has no page yet: it needs one before it can be saved.
  ///
  /// ```swift
  /// let document = try PDFDocument()
  /// try document.insertBlankPage(width: 595, height: 842, at: 0)
  /// try await document.save(to: url)
  /// ```
  ///
  /// - Throws: ``PDFError`` if there is no memory for it.
  public convenience init() throws(PDFError) {
    let store: FileStore
    do {
      store = try FileStore(
        .data(BuiltDocument.empty), password: nil, options: OpenOptions(access: .memory))
      store.isNew = true
    } catch {
      throw PDFError.from(error)
    }
    self.init(store, nil)
  }

  init(_ store: sending FileStore, _ url: URL?) {
    effectivePermissions = store.effectivePermissions
    var core = DocumentCore(pageCount: store.pageCount, of: store.tag, url: url?.withPath)
    core.journal = store.journalFolder.map { EditJournal(folder: $0) }
    broadcast = core.changes
    self.core = Mutex(core)
    self.store = Mutex(store)
  }

  deinit {
    // Who closes a document without saving it may not mean to lose what was done.
    let isSaved = core.withLock { !$0.history.hasUnsavedChanges }
    journal?.end(removing: isSaved)
  }

  /// Has a journal written from now on.
  func keep(_ journal: EditJournal) {
    core.withLock { $0.journal = journal }
  }

  // MARK: - The document

  /// The file that the document was opened from or last saved to.
  public var url: URL? { core.withLock { $0.url } }
  /// The version of PDF that the file says it is, such as "1.7".
  public var pdfVersion: String { store.withLock { $0.pdfVersion } }
  /// Whether the file is encrypted.
  public var isEncrypted: Bool { store.withLock { $0.isEncrypted } }
  /// How the file is encrypted, so that documents which are made of its pages can be, too; `nil` if it is not.
  ///
  /// ```swift
  /// let part = try await document.extractPages(document.pageIDs.prefix(2))
  /// var options = SaveOptions.automatic
  /// if let encryption = document.encryption {
  ///   options = .rewrite(RewriteOptions(encryption: .same(as: encryption)))
  /// }
  /// try await part.save(to: url, options)
  /// ```
  public var encryption: FileEncryption? { store.withLock { $0.encryption } }
  /// Whether the document was opened as its owner, to whom ``permissions`` do not apply: by the owner's password, or because it is
  /// not encrypted. The same password for both is the owner's.
  public var isOpenedByOwner: Bool { store.withLock { $0.isOwner } }
  /// What the author allows who opens the file with the user's password; see ``effectivePermissions`` for what counts.
  public var permissions: PDFPermissions { store.withLock { $0.permissions } }
  /// Title, author and the like, unsaved edits included. What the information dictionary does not say is taken from the metadata packet
  /// (XMP); empty if the file cannot be read any more.
  public var information: DocumentInformation {
    if let edited = core.withLock({ $0.state.parts.information }) { return edited }
    return store.withLock { (try? $0.openedInformation()) ?? DocumentInformation() }
  }
  /// The kind of PDF/A that the file says it is, such as `2B` (ISO 19005); `nil` if it claims none. Whether it is true is not
  /// looked at. Saves keep information and metadata packet in step, as PDF/A wants; what an edit breaks otherwise (attachments
  /// that PDF/A-1 and 2 do not allow) the report of the save warns of.
  public var pdfAConformance: String? { store.withLock { $0.archiveClaim } }
  /// The size of the file in bytes, as it was opened or last saved.
  public var fileSize: Int { store.withLock { $0.fileSize } }
  /// How many times the file was saved, as it was opened or last saved: the original and each update appended to it. 1 for a file that
  /// cannot be appended to.
  public var revisionCount: Int { store.withLock { $0.revisionCount } }
  /// Whether the document carries digital signatures. Appending leaves the signed bytes as they are, rewriting breaks
  /// the signatures. A certification may permit less than what was edited: saving then fails with
  /// `.wouldBreakSignature`; see ``signatures``.
  public var isSigned: Bool { store.withLock { $0.isSigned } }
  /// The document's signatures: who signed, when, and what a certification permits afterwards. Read, not verified.
  public var signatures: [SignatureInfo] { store.withLock { $0.signatures } }
  /// What was wrong with the file and was repaired on opening it, in words.
  public var warnings: [String] { store.withLock { $0.warnings } }

  // MARK: - Pages

  /// The pages in order, as they are at this moment, unsaved edits included. What edits change later is not seen in it.
  ///
  /// - Complexity: O(1). A page is read when it is asked for.
  public var pages: Pages { Pages(document: self, state: state, reads: nil) }

  /// The page of an id, wherever it is now.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(_ id: PageID) throws(PDFError) -> PDFPage {
    try PDFError.only { try page(id, in: state) }
  }

  /// A page in a copy of the state.
  func page(_ id: PageID, in state: DocumentState) throws -> PDFPage {
    guard let index = state.index(of: id) else { throw state.noSuchPage(id).about(url) }
    let known = state.page(id)
    return try store.withLock { store in
      let annotations = try known.annotations?.items ?? store.annotations(of: known.source)
      let attributes = try store.attributes(of: known)
      return PDFPage(
        id: id, index: index, label: try store.labelText(of: id, at: index, in: state),
        rotation: attributes.rotation,
        userUnit: attributes.userUnit, annotations: annotations, error: nil, boxes: attributes.boxes)
    }
  }

  /// The way between a page and a view that shows it at `scale` pixels a point, and with it the page's size. Reads no
  /// annotations, so it is the quick way to lay out all pages of a long document.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func transform(of page: PageID, scale: Double = 1) throws(PDFError) -> PageTransform {
    try PDFError.only {
      let known = try core.withLock { core in
        _ = try core.index(of: page)
        return core.state.page(page)
      }
      let attributes = try store.withLock { try $0.attributes(of: known) }
      return PageTransform(
        cropBox: attributes.boxes[.cropBox] ?? .zero, rotation: attributes.rotation, scale: scale)
    }
  }

  // MARK: - State

  /// All that edits changed, as a value.
  public var state: DocumentState { core.withLock { $0.state } }

  /// The changes from now on, as they happen: which pages, what about them, and why. Every call gives a stream of its own,
  /// which ends with the document.
  ///
  /// - Parameter bufferingPolicy: What becomes of changes that were not read yet.
  public func changes(
    bufferingPolicy: DocumentChange.BufferingPolicy = .merging(64)
  ) -> AsyncStream<DocumentChange> {
    switch bufferingPolicy.limit {
    case nil: broadcast.listen()
    case let limit?: broadcast.listen(limit: limit) { $0.merge($1) }
    }
  }
}

extension PDFDocument: CustomStringConvertible {
  /// The file's name and how many pages there are: `report.pdf: 12 pages`.
  public var description: String { (url.map { "\($0.lastPathComponent): " } ?? "") + "\(pages)" }
}

extension PDFError {
  /// Errors of calls that throw no others.
  package static func only<Result>(_ body: () throws -> Result) throws(PDFError) -> Result {
    do { return try body() } catch { throw from(error) }
  }

  static func from(_ error: any Error) -> PDFError {
    error as? PDFError ?? PDFError(.other, "It failed for an unknown reason.", underlying: "\(error)")
  }

  static func noPage(at index: Int, of count: Int, _ url: URL?) -> PDFError {
    PDFError(
      .pageOutOfRange, "There is no page \(index &+ 1): the document has \(count) pages.", url: url,
      pageIndex: index)
  }
}

extension PDFDocument: RenderedDocument {
  /// The source of a page.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  func source(of page: PageID) throws -> PageSource {
    try core.withLock { core in
      _ = try core.index(of: page)
      return core.state.page(page).source
    }
  }

  func file(of source: PageSource) throws -> (file: OpenedFile, index: Int)? {
    try store.withLock { try $0.file(of: source) }
  }

  var openedFile: OpenedFile { store.withLock { $0.opened } }
}
