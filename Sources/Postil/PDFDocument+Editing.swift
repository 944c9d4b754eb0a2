import PostilModel

extension PDFDocument {
  // MARK: - The one door

  /// Applies edits, in order, as one group that is undone together.
  ///
  /// - Parameters:
  ///   - edits: What to do.
  ///   - name: What a menu calls it after "Undo"; by default the first edit's name.
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied.
  public func apply(_ edits: [Edit], named name: String? = nil) throws {
    try session.withLock { try $0.apply(edits, named: name) }
  }

  /// Applies one edit.
  ///
  /// - Throws: ``PDFError`` if it does not fit; then nothing changes.
  public func apply(_ edit: Edit) throws { try apply([edit]) }

  /// Makes all edits of `body` one group that is undone together. If `body` throws, they are taken back.
  public func group<Result>(named name: String? = nil, _ body: () throws -> Result) throws -> Result {
    let start = session.withLock { session in
      session.history.beginGroup(named: name)
      return session.history.openEditCount
    }
    defer { session.withLock { $0.history.endGroup() } }
    do {
      return try body()
    } catch {
      try session.withLock { session in
        session.announce(try session.history.rollBack(to: start, in: &session.state, base: session.base))
      }
      throw error
    }
  }

  /// Begins a group: edits until the matching ``endGroup()`` are undone together. For work that goes on while other
  /// things happen, such as a stroke of an eraser that shows what it rubs out at once; else
  /// ``group(named:_:)`` is easier. Groups inside a group belong to it. Undoing, redoing and saving end
  /// all open groups.
  ///
  /// - Parameter name: What a menu calls it after "Undo"; by default the first edit's name.
  public func beginGroup(named name: String? = nil) {
    session.withLock { $0.history.beginGroup(named: name) }
  }

  /// Ends the group that was begun last. One without edits leaves no trace. Does nothing if none is open.
  public func endGroup() { session.withLock { $0.history.endGroup() } }

  /// Ends the group that was begun last, and takes its edits back as if they had never been made. In a group inside a group
  /// that is everything since the outer one began. Does nothing if none is open.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back; the edits before it stay, and the group ends.
  public func cancelGroup() throws { try session.withLock { try $0.cancelGroup(keeping: 0) } }

  // MARK: - Annotations

  /// Commits what a tool drew or erased: `try document.commit(tool.finish(), on: page.id)`.
  /// Nothing drawn, nothing changed.
  ///
  /// - Throws: ``PDFError`` if a change does not fit; then none is made.
  public func commit(_ changes: [AnnotationChange], on page: PageID, named name: String? = nil) throws {
    try apply(changes.map { Edit($0, page: page) }, named: name)
  }

  /// Adds an annotation to a page, on top of the others.
  ///
  /// - Throws: ``PDFError`` with code `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`.
  public func add(_ annotation: Annotation, to page: PageID) throws {
    try apply(.addAnnotation(annotation, page: page))
  }

  /// Puts a changed annotation in the place of the one with the same id.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.pageOutOfRange` or `.notEditable`.
  public func replace(_ annotation: Annotation, on page: PageID) throws {
    try apply(.replaceAnnotation(annotation, page: page))
  }

  /// Removes an annotation of any kind.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation` or `.pageOutOfRange`.
  public func removeAnnotation(_ id: AnnotationID, from page: PageID) throws {
    try apply(.removeAnnotation(id, page: page))
  }

  /// Removes all annotations of a page that Postil can draw; other kinds (links, form fields, notes) stay.
  ///
  /// - Returns: How many were removed.
  @discardableResult
  public func clearPage(_ page: PageID) throws -> Int {
    let ids = try self.page(page).annotations.filter(\.shape.isEditable).map(\.id)
    guard !ids.isEmpty else { return 0 }
    try apply([.removeAnnotations(ids, page: page)], named: "Clear Page")
    return ids.count
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
  ) throws -> EraserTool {
    EraserTool(width: width, erasing: try self.page(page).annotations, mode: mode)
  }

  // MARK: - Pages

  /// Turns pages clockwise, each from the way it is now.
  ///
  /// - Parameters:
  ///   - indices: The pages' places, from 0.
  ///   - turn: How far.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func rotatePages(_ indices: some Sequence<Int>, by turn: PageRotation) throws {
    try session.withLock { [indices = Array(indices)] session in
      guard !indices.isEmpty else { return }
      try session.apply([.rotatePages(indices.map(session.id(at:)), by: turn)], named: nil)
    }
  }

  /// Moves pages, in the order given, so that the first of them has index `target` in the result.
  ///
  /// - Parameters:
  ///   - indices: The pages' places now, from 0.
  ///   - target: The place that the first of them gets, from 0.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.invalidArgument`.
  public func movePages(_ indices: some Sequence<Int>, to target: Int) throws {
    try session.withLock { [indices = Array(indices)] session in
      guard !indices.isEmpty else { return }
      try session.apply([.movePages(indices.map(session.id(at:)), to: target)], named: nil)
    }
  }

  // MARK: - Undo

  /// Takes back the newest group of edits. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError`` if an edit cannot be taken back, because the file can no longer be read; then nothing changes.
  @discardableResult
  public func undo() throws -> Bool { try session.withLock { try $0.undo() } }

  /// Does the group of edits again that was undone last. Returns `false` if there was none.
  ///
  /// - Throws: ``PDFError``, as ``undo()``.
  @discardableResult
  public func redo() throws -> Bool { try session.withLock { try $0.redo() } }

  /// Whether there is something to undo.
  public var canUndo: Bool { session.withLock { $0.history.canUndo } }
  /// Whether there is something to redo.
  public var canRedo: Bool { session.withLock { $0.history.canRedo } }
  /// What undo would take back, as a menu names it.
  public var undoName: String? { session.withLock { $0.history.undoName } }
  /// What redo would do again, as a menu names it.
  public var redoName: String? { session.withLock { $0.history.redoName } }

  /// How many groups can be undone at the most; 1,000 unless set.
  public var undoLimit: Int {
    get { session.withLock { $0.history.limit } }
    set { session.withLock { $0.history.limit = newValue } }
  }

  /// How much memory what can be undone may take, estimated, in bytes; 64 MB unless set. Older groups are forgotten; the
  /// newest can always be undone.
  public var undoByteLimit: Int {
    get { session.withLock { $0.history.byteLimit } }
    set { session.withLock { $0.history.byteLimit = newValue } }
  }

  /// Whether the document differs from what was last saved. Undoing back to that state makes it `false` again.
  public var hasUnsavedChanges: Bool { session.withLock { $0.history.hasUnsavedChanges } }
}
