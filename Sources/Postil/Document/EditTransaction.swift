import PostilFile
import PostilModel

/// The edits of one transaction: see ``PDFDocument/edit(_:_:)``. They are made on a private copy of the
/// document's state, and applied to the document together when the transaction ends.
///
/// It knows the document as it was when the transaction began, with its own edits. It is over when the closure that it was
/// given to ends: edits that are made with it later throw ``PDFError`` with code `.invalidArgument`.
public final class EditTransaction: DocumentEditing {
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
    /// Whether the form was looked at.
    let hasReadForm: Bool
    /// Whether objects of the file were looked at.
    let hasReadObjects: Bool
  }

  let document: PDFDocument
  private let basis: Basis
  /// The document's state with the edits so far.
  private(set) var state: DocumentState
  private var edits: [Edit] = []
  private var inverse: [Edit] = []
  private let reads = PageReads()
  private var hasReadOrder = false
  private var hasReadForm = false
  private var hasReadObjects = false
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
      basis: basis, state: state, edits: edits, inverse: inverse.reversed(), readPages: reads.all,
      hasReadOrder: hasReadOrder, hasReadForm: hasReadForm, hasReadObjects: hasReadObjects)
  }

  /// Tells the document from all others that are or were open.
  var documentIdentity: String { document.identity }

  private func requireOpen() throws(PDFError) {
    guard !isOver else {
      throw PDFError(.invalidArgument, "The transaction is over: make the edit in a new one.")
    }
  }

  // MARK: - Reading

  /// The pages in order, with the transaction's edits so far. The order and the pages that are read this way must not be changed by
  /// others until the transaction ends: see ``PDFDocument/edit(_:_:)``.
  public var pages: PDFDocument.Pages {
    hasReadOrder = true
    return PDFDocument.Pages(document: document, state: state, reads: reads)
  }

  /// The page of an id, wherever it is now, with the transaction's edits.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(_ id: PageID) throws(PDFError) -> PDFPage {
    reads.insert(id)
    return try PDFError.only { try document.page(id, in: state) }
  }

  /// What edits made of a page. Counts as reading the page, see ``pages``.
  func state(of page: PageID) -> PageState {
    reads.insert(page)
    return state.page(page)
  }

  /// The form with the transaction's edits so far; `nil` if the document has none. The values of its fields must not be changed by
  /// others until the transaction ends.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the pages cannot be read.
  public var form: PDFForm? {
    get throws(PDFError) {
      hasReadForm = true
      return try PDFError.only { try document.form(in: state) }
    }
  }

  /// The objects of the document's file, with entries that were set by the transaction so far. What others set in objects that are no
  /// pages until it ends is a conflict.
  public var objects: DocumentObjects {
    hasReadObjects = true
    return DocumentObjects(document: document, known: state, reads: reads)
  }

  // MARK: - Editing

  /// Applies edits, in order.
  ///
  /// - Parameters:
  ///   - edits: What to do.
  ///   - name: Plays no part: the transaction has a name.
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied, and the transaction goes on without them.
  public func apply(_ edits: [Edit], named name: String?) throws(PDFError) {
    try requireOpen()
    try PDFError.only {
      let prepared = try document.prepared(edits, for: state)
      let inverse = try EditHistory.apply(prepared, to: &state) { try document.opened($0).annotations }
      self.edits += prepared
      self.inverse += inverse.reversed()
    }
  }

  /// Makes edits of which either all or none become part of the transaction.
  ///
  /// - Parameters:
  ///   - name: Plays no part: the transaction has a name.
  ///   - body: Makes the edits, through this same transaction. If it throws, they are taken back, and the transaction goes
  ///     on without them.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, _ body: (EditTransaction) throws -> Result
  ) throws -> Result {
    try requireOpen()
    // Without a copy of the state, which the next edit would have to copy as a whole.
    let before = (edits: edits.count, inverse: inverse.count)
    do {
      return try body(self)
    } catch {
      for edit in inverse[before.inverse...].reversed() {
        try state.apply(edit) { try document.opened($0).annotations }
      }
      edits.removeSubrange(before.edits...)
      inverse.removeSubrange(before.inverse...)
      throw error
    }
  }
}

extension EditTransaction.Outcome {
  /// Refuses what rests on something that others changed since the transaction began: a page that it read or whose
  /// annotations it changed, the order of pages, the same part of the document. Annotations that it added on top of others, and
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
    if hasReadForm {
      try require(core.state.parts.formValues == basis.parts.formValues, "the values of the form")
    }
    if hasReadObjects {
      try require(core.state.parts.objects == basis.parts.objects, "what objects of the file have")
    }
    for edit in edits {
      switch edit.kind {
      case .addAnnotations(let added, let page):
        if added.contains(where: { $0.index != nil }) { try requirePage(page) }
        for name in added.lazy.compactMap(\.annotation.addedField) {
          try require(core.state.conflict(ofField: name) == nil, "the field '\(name)'")
        }
      case .replaceAnnotations(_, let page), .removeAnnotations(_, let page), .placeAnnotations(_, let page),
        .replaceContent(let page, _), .flattenAnnotations(_, let page, _), .restoreFlattened(_, let page),
        .setMarks(_, let page):
        try requirePage(page)
      case .setBoxes, .placeContent: for page in edit.pages { try requirePage(page) }
      case .movePages, .placePages, .insertPages, .removePages: try requireOrder()
      case .setPart(let part):
        try require(
          core.state.parts.hasSame(part, as: basis.parts), "what the document says besides its pages")
      case .setFormValues(let values):
        for name in values.keys {
          let isSame = core.state.parts.formValues[name]?.value == basis.parts.formValues[name]?.value
          try require(isSame, "the field '\(name)'")
        }
      case .setEntries(let entries, .catalog):
        for key in entries.keys {
          try require(
            core.state.parts.objects.catalog[key] == basis.parts.objects.catalog[key],
            "the entry /\(key) of the catalog")
        }
      case .setEntries(let entries, .object(let number)):
        let (now, then) = (core.state.parts.objects.objects[number], basis.parts.objects.objects[number])
        for key in entries.keys {
          try require(now?.entries[key] == then?.entries[key], "the entry /\(key) of object \(number)")
        }
      case .setEntries(_, .page(let page)): try requirePage(page)
      case .setStream(_, let number):
        let (now, then) = (core.state.parts.objects.objects[number], basis.parts.objects.objects[number])
        try require(now?.data == then?.data, "the stream of object \(number)")
      case .rotatePages: break
      }
    }
  }
}
