public import Foundation
internal import Postil

/// A PDF document.
///
/// A thin layer over Postil, for programs that were written for Apple's PDFKit: what is not here is listed in the article about it. Objects
/// are to be used from one thread at a time, as in PDFKit.
open class PDFDocument: NSObject, NSCopying {
  /// `nil` while the document is locked.
  private(set) var engine: Engine?
  private let source: Source
  private var pageObjects: [PageID: PDFPage] = [:]
  private var outlineObject: PDFOutline?
  private var outlineShown: Outline?
  /// Told what happens.
  open weak var delegate: (any PDFDocumentDelegate)?
  /// Whether a search that was begun is going on.
  open internal(set) var isFinding = false
  var isFindingCancelled = false

  /// Opened ignoring permissions, which PDFKit tells and does not keep to: its edits have no way to fail.
  private enum Source {
    case new
    case file(URL)
    case data(Data)

    func open(_ password: String?) throws -> EngineDocument {
      switch self {
      case .new: try EngineDocument()
      case .file(let url):
        try EngineDocument.openAndWait(
          url, password: password, options: OpenOptions(ignoresPermissions: true))
      case .data(let data): try EngineDocument(data: data, password: password, ignoringPermissions: true)
      }
    }
  }

  /// Makes a document without pages.
  public override init() {
    source = .new
    engine = (try? source.open(nil)).map(Engine.init)
  }

  /// Opens a file; `nil` if it is no PDF document. One that needs a password is there, and locked.
  public convenience init?(url: URL) { self.init(.file(url)) }

  /// Opens a document in memory; `nil` if it is none. One that needs a password is there, and locked.
  public convenience init?(data: Data) { self.init(.data(data)) }

  private init?(_ source: Source) {
    self.source = source
    do {
      engine = Engine(try source.open(nil))
    } catch let error as PDFError where error.code == .passwordRequired || error.code == .wrongPassword {
      engine = nil
    } catch {
      return nil
    }
  }

  /// The file that it was opened from.
  open var documentURL: URL? {
    if case .file(let url) = source { url } else { nil }
  }

  /// A document of the same pages, in memory.
  open func copy(with zone: NSZone? = nil) -> Any {
    dataRepresentation().flatMap { PDFDocument(data: $0) } ?? PDFDocument()
  }

  // MARK: - Encryption

  /// Whether it needs a password, and was given none that opens it.
  open var isLocked: Bool { engine == nil }

  /// Whether its file is encrypted.
  open var isEncrypted: Bool { engine?.document.isEncrypted ?? true }

  /// Opens it with the user's or the owner's password. Returns whether it is open now.
  @discardableResult open func unlock(withPassword password: String) -> Bool {
    guard engine == nil else { return true }
    engine = (try? source.open(password)).map(Engine.init)
    return engine != nil
  }

  /// As whom it was opened.
  open var permissionsStatus: PDFDocumentPermissions {
    guard let document = engine?.document else { return .none }
    return document.isOpenedByOwner ? .owner : .user
  }

  /// What is allowed: everything to the owner.
  open var accessPermissions: PDFAccessPermissions {
    engine.map { PDFAccessPermissions($0.document.isOpenedByOwner ? .all : $0.document.permissions) } ?? []
  }

  /// Whether it may be printed.
  open var allowsPrinting: Bool {
    !accessPermissions.isDisjoint(with: [.allowsLowQualityPrinting, .allowsHighQualityPrinting])
  }
  /// Whether its text may be copied.
  open var allowsCopying: Bool { accessPermissions.contains(.allowsContentCopying) }
  /// Whether its content may be changed.
  open var allowsDocumentChanges: Bool { accessPermissions.contains(.allowsDocumentChanges) }
  /// Whether pages may be inserted, removed and turned.
  open var allowsDocumentAssembly: Bool { accessPermissions.contains(.allowsDocumentAssembly) }
  /// Whether its text may be read out.
  open var allowsContentAccessibility: Bool { accessPermissions.contains(.allowsContentAccessibility) }
  /// Whether annotations may be added.
  open var allowsCommenting: Bool { accessPermissions.contains(.allowsCommenting) }
  /// Whether forms may be filled in.
  open var allowsFormFieldEntry: Bool { accessPermissions.contains(.allowsFormFieldEntry) }

  /// The version of PDF before the point.
  open var majorVersion: Int { version(0) }

  /// The version of PDF behind the point.
  open var minorVersion: Int { version(1) }

  private func version(_ part: Int) -> Int {
    let parts = engine?.document.pdfVersion.split(separator: ".").compactMap { Int($0) } ?? []
    return parts.indices.contains(part) ? parts[part] : 0
  }

  // MARK: - Pages

  /// How many pages there are; 0 while it is locked.
  open var pageCount: Int { engine?.document.pageCount ?? 0 }

  /// The page at an index, from 0; `nil` if there is none. Always the same object for a page.
  open func page(at index: Int) -> PDFPage? {
    guard let ids = engine?.document.pageIDs, ids.indices.contains(index) else { return nil }
    return pageObject(ids[index])
  }

  /// The index of a page; `NSNotFound` if it is in another document.
  open func index(for page: PDFPage) -> Int {
    guard page.engine === engine else { return NSNotFound }
    return engine?.document.index(of: page.pageID) ?? NSNotFound
  }

  /// Puts a page in; the index is clamped. One of another document is copied, one of this document duplicated, and the object is the new
  /// page from then on.
  open func insert(_ page: PDFPage, at index: Int) {
    guard let engine, let source = page.engine else { return }
    let place = min(max(index, 0), pageCount)
    let inserted =
      source === engine
      ? try? engine.document.duplicatePages([page.pageID])
      : try? engine.document.insertPagesAndWait(of: source.document, [page.pageID], at: place, bringing: [])
        .pages
    guard let id = inserted?.first else { return }
    if source === engine { try? engine.document.movePages([id], to: min(place, pageCount - 1)) }
    page.document?.forget(page)
    page.move(to: engine, id, of: self)
    pageObjects[id] = page
  }

  /// Takes a page out. Its object stays usable, as a page of no document.
  open func removePage(at index: Int) {
    guard let engine, let ids = Optional(engine.document.pageIDs), ids.indices.contains(index) else { return }
    let object = pageObjects[ids[index]]
    let copy = object.flatMap { _ in engine.extracted(ids[index]) }
    if ids.count == 1 {
      // Postil keeps a page at least: begin anew.
      guard let empty = try? EngineDocument() else { return }
      self.engine = Engine(empty)
    } else {
      guard (try? engine.document.removePages([ids[index]])) != nil else { return }
    }
    pageObjects[ids[index]] = nil
    if let object, let copy { object.move(to: copy.0, copy.1, of: nil) }
  }

  /// Has two pages change places.
  open func exchangePage(at indexA: Int, withPageAt indexB: Int) {
    guard let document = engine?.document, indexA != indexB else { return }
    let (low, high) = (min(indexA, indexB), max(indexA, indexB))
    let ids = document.pageIDs
    guard ids.indices.contains(low), ids.indices.contains(high) else { return }
    try? document.edit("Exchange Pages") { edit in
      try edit.movePages([ids[high]], to: low)
      try edit.movePages([ids[low]], to: high)
    }
  }

  func pageObject(_ id: PageID) -> PDFPage? {
    if let known = pageObjects[id] { return known }
    guard let engine, engine.document.index(of: id) != nil else { return nil }
    let page = PDFPage(engine, id, of: self)
    pageObjects[id] = page
    return page
  }

  private func forget(_ page: PDFPage) {
    pageObjects = pageObjects.filter { $0.value !== page }
  }

  // MARK: - Outline

  /// The root of the outline; `nil` if there is none. Setting it gives the document another outline.
  open var outlineRoot: PDFOutline? {
    get {
      guard let outline = try? engine?.document.outline else { return nil }
      if outline.isEmpty, outlineObject == nil { return nil }
      if outlineObject == nil || outline != outlineShown {
        outlineObject?.owner = nil
        outlineObject = PDFOutline(outline, of: self)
        outlineShown = outline
      }
      return outlineObject
    }
    set {
      outlineObject?.owner = nil
      outlineObject = newValue
      newValue?.owner = self
      outlineChanged()
    }
  }

  /// Writes the outline as its objects have it. What leads to pages of other documents leads nowhere.
  func outlineChanged() {
    guard let engine else { return }
    let items = outlineObject?.value(in: engine).children ?? []
    try? engine.document.setOutline(Outline(items))
    outlineShown = try? engine.document.outline
  }

  /// The item of the outline that stands before a selection; `nil` if there is none.
  open func outlineItem(for selection: PDFSelection) -> PDFOutline? {
    guard let root = outlineRoot, let page = selection.pages.first else { return nil }
    let start = PDFDestination(
      page: page, at: CGPoint(x: selection.bounds(for: page).minX, y: selection.bounds(for: page).maxY))
    var found: PDFOutline?
    func look(_ item: PDFOutline) {
      for index in 0..<item.numberOfChildren {
        guard let child = item.child(at: index) else { continue }
        if let place = child.destination, place.compare(start) != .orderedDescending,
          found?.destination.map({ $0.compare(place) != .orderedDescending }) ?? true
        {
          found = child
        }
        look(child)
      }
    }
    look(root)
    return found
  }
}
