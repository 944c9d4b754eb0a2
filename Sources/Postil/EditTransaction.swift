import PostilFile
import PostilModel

/// The edits of one transaction: see ``PDFDocument/edit(_:_:)``. They are made on a copy of the document's state, which nobody
/// else sees, and reach the document together when the transaction ends.
///
/// It knows the document as it was when the transaction began, with its own edits. It is over when the closure that it was
/// given to ends: what is done with it later throws ``PDFError`` with code `.invalidArgument`.
public final class EditTransaction {
  /// The document as it was when the transaction began.
  struct Basis {
    let revision: Int
    let orderVersion: Int
    let versions: [PageID: Int]
    let parts: DocumentParts
  }

  /// What a transaction did, for the document.
  struct Outcome {
    let basis: Basis
    let state: DocumentState
    let edits: [Edit]
    /// What takes the edits back, in the order to apply it.
    let inverse: [Edit]
    /// The pages whose annotations or attributes were looked at.
    let readPages: Set<PageID>
    /// Whether the order of pages was looked at.
    let hasReadOrder: Bool
  }

  private let document: PDFDocument
  private let basis: Basis
  private var state: DocumentState
  private var edits: [Edit] = []
  private var inverse: [Edit] = []
  private var readPages: Set<PageID> = []
  private var hasReadOrder = false
  private var isOver = false

  init(_ document: PDFDocument) {
    self.document = document
    (state, basis) = document.core.withLock { core in
      (
        core.state,
        Basis(
          revision: core.revision, orderVersion: core.orderVersion, versions: core.versions,
          parts: core.state.parts)
      )
    }
  }

  /// What was done so far; nothing can be done any more.
  func finish() -> Outcome {
    isOver = true
    return Outcome(
      basis: basis, state: state, edits: edits, inverse: inverse.reversed(), readPages: readPages,
      hasReadOrder: hasReadOrder)
  }

  private func requireOpen() throws(PDFError) {
    guard !isOver else {
      throw PDFError(.invalidArgument, "The transaction is over: make the edit in a new one.")
    }
  }

  // MARK: - Reading

  /// The ids of all pages, in order.
  public var pageIDs: [PageID] {
    hasReadOrder = true
    return state.pages
  }

  /// How many pages there are.
  public var pageCount: Int { pageIDs.count }

  /// The page at an index, from 0, with the transaction's edits.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(at index: Int) throws(PDFError) -> PDFPage {
    try page(try id(at: index))
  }

  /// The page of an id, wherever it is now, with the transaction's edits.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(_ id: PageID) throws(PDFError) -> PDFPage {
    readPages.insert(id)
    return try PDFError.only { try document.page(id, in: state) }
  }

  private func id(at index: Int) throws(PDFError) -> PageID {
    let pages = pageIDs
    guard pages.indices.contains(index) else {
      throw PDFError.noPage(at: index, of: pages.count, document.url)
    }
    return pages[index]
  }

  // MARK: - Editing

  /// Applies edits, in order.
  ///
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied, and the transaction goes on without them.
  public func apply(_ edits: [Edit]) throws(PDFError) {
    try requireOpen()
    try PDFError.only {
      let dependents = try document.dependents(of: edits) { state.source(of: $0) }
      let prepared = try PreparedEdits(
        edits, in: state, url: document.url, dependents: dependents, opened: document.opened
      ).edits
      let inverse = try EditHistory.apply(prepared, to: &state) { try document.opened($0).list }
      self.edits += prepared
      self.inverse += inverse.reversed()
    }
  }

  /// Applies one edit.
  ///
  /// - Throws: ``PDFError`` if it does not fit; then nothing changes.
  public func apply(_ edit: Edit) throws(PDFError) { try apply([edit]) }

  /// Adds an annotation to a page, on top of the others.
  ///
  /// - Throws: ``PDFError`` with code `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`.
  public func add(_ annotation: Annotation, to page: PageID) throws(PDFError) {
    try apply(.addAnnotation(annotation, page: page))
  }

  /// Adds annotations to a page, on top of the others, in the order given. O(their number).
  ///
  /// - Throws: ``PDFError`` with code `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`.
  public func add(_ annotations: [Annotation], to page: PageID) throws(PDFError) {
    if !annotations.isEmpty { try apply(.addAnnotations(annotations, page: page)) }
  }

  /// Puts a changed annotation in the place of the one with the same id.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`.
  public func replace(_ annotation: Annotation, on page: PageID) throws(PDFError) {
    try apply(.replaceAnnotation(annotation, page: page))
  }

  /// Changes an annotation: `try edit.update(id, on: page) { $0.contents = "Checked" }`.
  ///
  /// - Returns: What `change` returns.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`; what
  ///   `change` throws.
  @discardableResult
  public func update<Result>(
    _ id: AnnotationID, on page: PageID, _ change: (inout Annotation) throws -> Result
  ) throws -> Result {
    guard var annotation = try self.page(page).annotation(id) else {
      throw PDFError(
        .noSuchAnnotation, "\(page) has no annotation '\(id)': list the page's annotations to see their ids.")
    }
    let old = annotation
    let result = try change(&annotation)
    if annotation != old { try replace(annotation, on: page) }
    return result
  }

  /// Removes an annotation of any kind.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  public func remove(_ id: AnnotationID, from page: PageID) throws(PDFError) {
    try apply(.removeAnnotation(id, page: page))
  }

  /// Removes annotations of any kind. O(annotations of the page).
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  public func remove(_ ids: [AnnotationID], from page: PageID) throws(PDFError) {
    if !ids.isEmpty { try apply(.removeAnnotations(ids, page: page)) }
  }

  /// Removes all annotations of a page that Postil can draw and that are not locked; other kinds (links, form
  /// fields, notes) stay.
  ///
  /// - Returns: How many were removed.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  @discardableResult
  public func removeDrawnAnnotations(on page: PageID) throws(PDFError) -> Int {
    let ids = try self.page(page).annotations.filter { $0.capabilities.contains(.cleared) }.map(\.id)
    try remove(ids, from: page)
    return ids.count
  }

  /// Commits what a tool drew or erased.
  ///
  /// - Throws: ``PDFError`` if a change does not fit; then none is made.
  public func commit(_ changes: [AnnotationChange], on page: PageID) throws(PDFError) {
    try apply(changes.map { Edit($0, page: page) })
  }

  /// Turns pages clockwise, each from the way it is now.
  ///
  /// - Parameters:
  ///   - indices: The pages' places, from 0.
  ///   - turn: How far.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func rotatePages(_ indices: some Sequence<Int>, by turn: PageRotation) throws(PDFError) {
    let pages = try ids(at: indices)
    if !pages.isEmpty { try apply(.rotatePages(pages, by: turn)) }
  }

  /// Moves pages, in the order given, so that the first of them has index `target` in the result.
  ///
  /// - Parameters:
  ///   - indices: The pages' places now, from 0.
  ///   - target: The place that the first of them gets, from 0.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func movePages(_ indices: some Sequence<Int>, to target: Int) throws(PDFError) {
    let pages = try ids(at: indices)
    if !pages.isEmpty { try apply(.movePages(pages, to: target)) }
  }

  private func ids(at indices: some Sequence<Int>) throws(PDFError) -> [PageID] {
    var ids: [PageID] = []
    for index in indices { ids.append(try id(at: index)) }
    return ids
  }
}

extension EditTransaction.Outcome {
  /// Refuses what rests on something that others changed since the transaction began: a page that it read or whose
  /// annotations it changed, the order of pages, the document's information. Annotations that it added on top of others, and
  /// turns of pages, fit whatever else was changed.
  func requireNoConflict(with core: DocumentCore) throws {
    func require(_ isUnchanged: Bool, _ what: @autoclosure () -> String) throws {
      if !isUnchanged { throw PDFError.editConflict("\(what()) changed").about(core.url) }
    }
    func requirePage(_ page: PageID) throws {
      try require(core.version(of: page) == basis.versions[page, default: 0], "\(page)")
    }
    func requireOrder() throws {
      try require(core.orderVersion == basis.orderVersion, "the order of the pages")
    }
    for page in readPages { try requirePage(page) }
    if hasReadOrder { try requireOrder() }
    for edit in edits {
      switch edit.kind {
      case .addAnnotations(let added, let page):
        if added.contains(where: { $0.index != nil }) { try requirePage(page) }
      case .replaceAnnotations(_, let page), .removeAnnotations(_, let page), .replaceContent(let page, _):
        try requirePage(page)
      case .setBoxes(let boxes): for page in boxes.map(\.page) { try requirePage(page) }
      case .movePages, .placePages, .insertPages, .removePages: try requireOrder()
      case .setInformation: try require(core.state.parts == basis.parts, "the document's information")
      case .rotatePages: break
      }
    }
  }
}
