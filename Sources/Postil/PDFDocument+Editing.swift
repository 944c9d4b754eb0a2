import PostilModel

extension PDFDocument {
  // MARK: - Transactions

  /// Makes edits that belong together: all of them become one step of undo, or, if `body` throws, none of them is made.
  ///
  /// `body` writes through the transaction that it is given, a copy of the document which nobody else sees. What others
  /// change meanwhile stays, unless the transaction rests on it: then it fails with `.editConflict`, and nothing of it is
  /// made. Annotations that it adds on top, and turns of pages, fit whatever else happened.
  ///
  /// ```swift
  /// try document.edit("Mark Up") { edit in
  ///   try edit.add(annotation, to: page.id)
  ///   try edit.rotatePages([0], by: .clockwise90)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What a menu calls it after "Undo"; by default the first edit's name.
  ///   - body: Makes the edits.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``PDFError`` with code `.editConflict`.
  @discardableResult
  public func edit<Result>(_ name: String? = nil, _ body: (EditTransaction) throws -> Result) throws -> Result
  {
    let transaction = EditTransaction(self)
    defer { _ = transaction.finish() }
    let result = try body(transaction)
    try commit(transaction, named: name)
    return result
  }

  /// Makes edits that belong together, with an asynchronous body: see ``edit(_:_:)``.
  /// No lock is held meanwhile.
  @discardableResult
  public func edit<Result>(
    _ name: String? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: (EditTransaction) async throws -> Result
  ) async throws -> Result {
    let transaction = EditTransaction(self)
    defer { _ = transaction.finish() }
    let result = try await body(transaction)
    try commit(transaction, named: name)
    return result
  }

  private func commit(_ transaction: EditTransaction, named name: String?) throws {
    let outcome = transaction.finish()
    try withCore { try $0.commit(outcome, named: name) }
  }

  // MARK: - Edits

  /// Applies edits, in order, as one step of undo.
  ///
  /// - Parameters:
  ///   - edits: What to do.
  ///   - name: What a menu calls it after "Undo"; by default the first edit's name.
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied.
  public func apply(_ edits: [Edit], named name: String? = nil) throws(PDFError) {
    try PDFError.only {
      let dependents = try dependents(of: edits) { page in core.withLock { $0.state.source(of: page) } }
      try withCore { try $0.apply(edits, named: name, dependents: dependents) }
    }
  }

  /// Applies one edit.
  ///
  /// - Throws: ``PDFError`` if it does not fit; then nothing changes.
  public func apply(_ edit: Edit) throws(PDFError) { try apply([edit]) }

  // MARK: - Annotations

  /// Commits what a tool drew or erased: `try document.commit(tool.finish(), on: page.id)`. With no changes nothing happens.
  ///
  /// - Throws: ``PDFError`` if a change does not fit; then none is made.
  public func commit(
    _ changes: [AnnotationChange], on page: PageID, named name: String? = nil
  ) throws(PDFError) {
    try apply(changes.map { Edit($0, page: page) }, named: name)
  }

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

  /// Changes an annotation as it is now: `try document.update(id, on: page.id) { $0.contents = "Checked" }`.
  ///
  /// - Returns: What `change` returns.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange`, `.notEditable` or
  ///   `.editConflict`; what `change` throws.
  @discardableResult
  public func update<Result>(
    _ id: AnnotationID, on page: PageID, _ change: (inout Annotation) throws -> Result
  ) throws -> Result {
    try edit { try $0.update(id, on: page, change) }
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
    try PDFError.only {
      while true {
        let ids = try withCore { try $0.drawnAnnotations(on: page) }
        guard !ids.isEmpty else { return 0 }
        let edit = Edit.removeAnnotations(ids, page: page)
        let dependents = try dependents(of: [edit]) { page in core.withLock { $0.state.source(of: page) } }
        let isDone = try withCore { core in
          guard try core.drawnAnnotations(on: page) == ids else { return false }
          try core.apply([edit], named: "Clear Page", dependents: dependents)
          return true
        }
        // Others drew on the page in between.
        if isDone { return ids.count }
      }
    }
  }

  /// An eraser for a page as it is now. Commit what it finishes with before anything else changes the page:
  /// it knows the annotations of this moment.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - width: The width of the swath, in points.
  ///   - mode: Whether annotations are cut or go as a whole.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  public func eraser(
    on page: PageID, width: Double, mode: EraserTool.Mode = .partial
  ) throws(PDFError) -> EraserTool {
    EraserTool(width: width, erasing: try self.page(page).annotations, mode: mode)
  }

  // MARK: - Pages

  /// Turns pages clockwise, each from the way it is now.
  ///
  /// - Parameters:
  ///   - indices: The pages' places, from 0.
  ///   - turn: How far.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func rotatePages(_ indices: some Sequence<Int>, by turn: PageRotation) throws(PDFError) {
    try applyToPages(at: Array(indices)) { .rotatePages($0, by: turn) }
  }

  /// Moves pages, in the order given, so that the first of them has index `target` in the result.
  ///
  /// - Parameters:
  ///   - indices: The pages' places now, from 0.
  ///   - target: The place that the first of them gets, from 0.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func movePages(_ indices: some Sequence<Int>, to target: Int) throws(PDFError) {
    try applyToPages(at: Array(indices)) { .movePages($0, to: target) }
  }

  private func applyToPages(at indices: [Int], _ edit: ([PageID]) -> Edit) throws(PDFError) {
    guard !indices.isEmpty else { return }
    try PDFError.only {
      try withCore { core in
        try core.apply([edit(try indices.map { try core.page(at: $0) })], named: nil)
      }
    }
  }

  // MARK: - Information

  /// Gives the document another title, author and the like. What the file says besides stays.
  ///
  /// - Throws: ``PDFError`` if the file cannot be read any more.
  public func setInformation(_ information: DocumentInformation) throws(PDFError) {
    // Information that is the file's own is no difference.
    let isOpened = store.withLock { $0.openedInformation } == information
    try apply(.setInformation(isOpened ? nil : information))
  }

  // MARK: - Undo

  /// Takes back the newest step. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back, because the file can no longer be read; then nothing changes.
  @discardableResult
  public func undo() throws(PDFError) -> Bool { try PDFError.only { try withCore { try $0.undo() } } }

  /// Does the step again that was undone last. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError``, as ``undo()``.
  @discardableResult
  public func redo() throws(PDFError) -> Bool { try PDFError.only { try withCore { try $0.redo() } } }

  /// Whether there is something to undo.
  public var canUndo: Bool { core.withLock { $0.history.canUndo } }
  /// Whether there is something to redo.
  public var canRedo: Bool { core.withLock { $0.history.canRedo } }
  /// What undo would take back, as a menu names it.
  public var undoName: String? { core.withLock { $0.history.undoName } }
  /// What redo would do again, as a menu names it.
  public var redoName: String? { core.withLock { $0.history.redoName } }

  /// How many steps can be undone at the most; 1,000 unless set.
  public var undoLimit: Int {
    get { core.withLock { $0.history.limit } }
    set { core.withLock { $0.history.limit = newValue } }
  }

  /// How much memory what can be undone may take, estimated, in bytes; 64 MB unless set. Older steps are forgotten; the
  /// newest can always be undone.
  public var undoByteLimit: Int {
    get { core.withLock { $0.history.byteLimit } }
    set { core.withLock { $0.history.byteLimit = newValue } }
  }

  /// Whether the document differs from what was last saved. Undoing back to that state makes it `false` again.
  public var hasUnsavedChanges: Bool { core.withLock { $0.history.hasUnsavedChanges } }
}
