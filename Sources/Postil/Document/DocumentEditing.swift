import PostilModel

/// What edits are made through: a ``PDFDocument``, where each call is a step of undo, and an ``EditTransaction``, where all
/// of them together are one.
///
/// Types of a program can conform to it, one that records what is done to a document, say: what is required is below, and what
/// later versions require besides has an implementation for them.
///
/// Pages are named by their ids, which stay the same wherever pages are moved: ``PDFPage/id``, ``pageIDs``.
///
/// Besides the codes that each call names, every edit throws ``PDFError`` with code `.notPermitted` if the author of an encrypted
/// document does not allow it (``PDFDocument/effectivePermissions``), with `.damaged` if what it needs of the file cannot be read, and
/// with `.invalidArgument` in a transaction that is over.
///
/// ```swift
/// func stamp(_ text: String, through editing: some DocumentEditing) throws {
///   for page in editing.pages {
///     let frame = page.bounds(for: .cropBox).insetBy(20)
///     try editing.add(Annotation(.rectangle(frame), contents: text), to: page.id)
///   }
/// }
/// ```
public protocol DocumentEditing {
  /// The pages in order, as they are at this moment, unsaved edits included.
  ///
  /// - Complexity: O(1).
  var pages: PDFDocument.Pages { get }

  /// The page of an id, wherever it is now.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  func page(_ id: PageID) throws(PDFError) -> PDFPage

  /// Applies edits, in order: all of them, or none.
  ///
  /// - Parameters:
  ///   - edits: What to do.
  ///   - name: What a menu calls it after "Undo"; `nil`: the first edit's name. In a transaction the name plays no part.
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied.
  func apply(_ edits: [Edit], named name: String?) throws(PDFError)

  /// The form with the values as they are at this moment, unsaved ones included; `nil` if the document has no form.
  ///
  /// Fields of pages that were inserted from other documents are in it once the document is saved.
  ///
  /// ```swift
  /// for field in try document.form?.missingFields ?? [] { print("\(field.name) is empty") }
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the pages cannot be read.
  /// - Complexity: O(fields, and annotations of all pages).
  var form: PDFForm? { get throws(PDFError) }

  /// Makes edits that belong together: all of them, or, if `body` throws, none.
  ///
  /// - Parameters:
  ///   - name: What a menu calls it after "Undo"; `nil`: the first edit's name. In a transaction the name plays no part.
  ///   - body: Makes the edits, through the transaction that it is given.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; of documents ``PDFError`` with code `.editConflict`.
  @discardableResult
  func edit<Result>(_ name: String?, _ body: (EditTransaction) throws -> Result) throws -> Result
}

extension DocumentEditing {
  // MARK: - Pages

  /// How many pages there are. O(1).
  public var pageCount: Int { pages.count }

  /// The ids of all pages, in order. O(1).
  public var pageIDs: [PageID] { pages.ids }

  /// The index of a page, from 0; `nil` if the document does not have it. Costs what ``DocumentState/index(of:)`` does.
  public func index(of page: PageID) -> Int? { pages.index(of: page) }

  /// The page at an index, from 0.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  public func page(at index: Int) throws(PDFError) -> PDFPage { try pages.page(at: index) }

  // MARK: - Edits

  /// Applies edits, in order: all of them, or none. O(what they name).
  ///
  /// - Throws: ``PDFError`` if one does not fit; then none of them is applied.
  public func apply(_ edits: [Edit]) throws(PDFError) { try apply(edits, named: nil) }

  /// Applies one edit.
  ///
  /// - Throws: ``PDFError`` if it does not fit; then nothing changes.
  public func apply(_ edit: Edit) throws(PDFError) { try apply([edit], named: nil) }

  /// Commits what a tool drew or erased: `try document.commit(tool.finish(), on: page.id)`. With no changes nothing happens.
  ///
  /// - Parameters:
  ///   - changes: What the tool gave.
  ///   - page: The page that it drew on.
  ///   - name: What a menu calls it after "Undo"; by default the first change's name.
  /// - Throws: ``PDFError`` if a change does not fit; then none is made.
  public func commit(
    _ changes: [AnnotationChange], on page: PageID, named name: String? = nil
  ) throws(PDFError) {
    try apply(changes.map { Edit($0, page: page) }, named: name)
  }

  // MARK: - Annotations

  /// Adds an annotation to a page.
  ///
  /// - Parameters:
  ///   - annotation: The annotation. Its name must be new on the page.
  ///   - page: The page.
  ///   - index: Its index among the page's annotations, where 0 is the bottom; `nil` is the top.
  /// - Throws: ``PDFError`` with code `.invalidGeometry`, `.invalidArgument`, `.pageOutOfRange`, `.notEditable` for what cannot be
  ///   added, or `.missingGlyphs`.
  /// - Complexity: O(1) on top, O(annotations of the page) elsewhere.
  public func add(_ annotation: Annotation, to page: PageID, at index: Int? = nil) throws(PDFError) {
    try apply(.addAnnotation(annotation, page: page, at: index))
  }

  /// Adds annotations to a page, on top of the others, in the order given. O(their number).
  ///
  /// - Throws: ``PDFError``, as for a single one; then none is added.
  public func add(_ annotations: [Annotation], to page: PageID) throws(PDFError) {
    if !annotations.isEmpty { try apply(.addAnnotations(annotations, page: page)) }
  }

  /// Puts a changed annotation in the place of the one with the same id.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.invalidArgument`, `.pageOutOfRange`, `.notEditable` or
  ///   `.missingGlyphs`.
  public func replace(_ annotation: Annotation, on page: PageID) throws(PDFError) {
    try apply(.replaceAnnotation(annotation, page: page))
  }

  /// Puts changed annotations in the places of those with the same ids. O(annotations of the page).
  ///
  /// - Throws: ``PDFError``, as for a single one, or with code `.invalidArgument` if one is named twice; then none is replaced.
  public func replace(_ annotations: [Annotation], on page: PageID) throws(PDFError) {
    if !annotations.isEmpty { try apply(.replaceAnnotations(annotations, page: page)) }
  }

  /// Changes an annotation as it is now: `try document.update("kitchen", on: page.id) { $0.contents = "Checked" }`.
  ///
  /// - Returns: What `change` returns.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.invalidGeometry`, `.invalidArgument`, `.pageOutOfRange`, `.notEditable`,
  ///   `.missingGlyphs` or, if others changed the page meanwhile, `.editConflict`; what `change` throws.
  /// - Complexity: O(annotations of the page).
  @discardableResult
  public func update<Result>(
    _ id: AnnotationID, on page: PageID, _ change: (inout Annotation) throws -> Result
  ) throws -> Result {
    try edit(nil) { edit in
      guard var annotation = try edit.page(page).annotation(named: id) else {
        throw PDFError.noSuchAnnotation(id, on: page)
      }
      let old = annotation
      let result = try change(&annotation)
      if annotation != old { try edit.replace(annotation, on: page) }
      return result
    }
  }

  /// Changes several annotations of a page as they are now, as one step of undo.
  ///
  /// - Parameters:
  ///   - ids: Which ones.
  ///   - page: Their page.
  ///   - change: Called once for each, in the order of `ids`.
  /// - Throws: As for a single one; then none is changed.
  /// - Complexity: O(annotations of the page).
  public func update(
    _ ids: [AnnotationID], on page: PageID, _ change: (inout Annotation) throws -> Void
  ) throws {
    try edit(nil) { edit in
      let present = Dictionary(try edit.page(page).annotations.map { ($0.id, $0) }) { first, _ in first }
      var changed: [Annotation] = []
      for id in ids {
        guard var annotation = present[id] else { throw PDFError.noSuchAnnotation(id, on: page) }
        try change(&annotation)
        if annotation != present[id] { changed.append(annotation) }
      }
      try edit.replace(changed, on: page)
    }
  }

  /// Removes an annotation of any kind, with its pop-up, its parts and the replies to it.
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, or `.notEditable` if it is locked.
  public func remove(_ id: AnnotationID, from page: PageID) throws(PDFError) {
    try apply(.removeAnnotation(id, page: page))
  }

  /// Removes annotations of any kind, with their pop-ups, their parts and the replies to them. O(annotations of the page).
  ///
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, `.notEditable` if one is locked, or `.invalidArgument` if
  ///   one is named twice; then none is removed.
  public func remove(_ ids: [AnnotationID], from page: PageID) throws(PDFError) {
    if !ids.isEmpty { try apply(.removeAnnotations(ids, page: page)) }
  }

  // MARK: - Discussions

  /// Answers an annotation of any kind.
  ///
  /// ```swift
  /// try document.reply(to: note.id, on: page.id, with: "Done", author: "Grace")
  /// ```
  ///
  /// - Parameters:
  ///   - id: The annotation, or another answer.
  ///   - page: Its page.
  ///   - text: The answer.
  ///   - author: Who answers.
  /// - Returns: The name of the answer, a ``NoteContent``.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange` or `.editConflict`.
  /// - Complexity: O(annotations of the page).
  @discardableResult
  public func reply(
    to id: AnnotationID, on page: PageID, with text: String, author: String? = nil
  ) throws(PDFError) -> AnnotationID {
    try answer(id, on: page, named: "Reply") { $0.reply(text, author: author) }
  }

  /// Says what somebody makes of an annotation of any kind: ``AnnotationThread/states(of:in:)`` tells it.
  ///
  /// - Parameters:
  ///   - state: What is made of it.
  ///   - id: The annotation.
  ///   - page: Its page.
  ///   - author: Who says so.
  /// - Returns: The name of the hidden note that says so.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange` or `.editConflict`.
  /// - Complexity: O(annotations of the page).
  @discardableResult
  public func setState(
    _ state: AnnotationState, of id: AnnotationID, on page: PageID, author: String? = nil
  ) throws(PDFError) -> AnnotationID {
    try answer(id, on: page, named: "Set Status") { $0.reply(state, author: author) }
  }

  private func answer(
    _ id: AnnotationID, on page: PageID, named name: String, _ answer: (Annotation) -> Annotation
  ) throws(PDFError) -> AnnotationID {
    try PDFError.only {
      try edit(name) { edit in
        guard let target = try edit.page(page).annotation(named: id) else {
          throw PDFError.noSuchAnnotation(id, on: page)
        }
        let reply = answer(target)
        try edit.add(reply, to: page)
        return reply.id
      }
    }
  }

  /// Removes all annotations of a page that Postil can draw and that are not locked, with what belongs to them; other kinds
  /// (links, form fields) stay.
  ///
  /// - Returns: How many were removed.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`.
  @discardableResult
  public func removeDrawnAnnotations(on page: PageID) throws(PDFError) -> Int {
    try editRetryingConflicts("Clear Page") { edit in
      let ids = try edit.page(page).annotations.filter { $0.capabilities.contains(.cleared) }.map(\.id)
      try edit.remove(ids, from: page)
      return ids.count
    }
  }

  /// Rubs out what a round head covers on its way over a page, as an eraser does: see `EraserTool` of PostilTools, with which people
  /// do it by hand.
  ///
  /// - Parameters:
  ///   - points: The way of the head's middle, in page space. Points that are not usable are left out; a single one rubs out a disc.
  ///   - width: The width of the head, in points; brought into 0…1,000.
  ///   - mode: Whether annotations are cut or go as a whole.
  ///   - page: The page.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file's page cannot be read.
  /// - Complexity: O(points × (annotations + points of those that are touched)).
  public func erase(
    along points: [PagePoint], width: Double, mode: ErasingMode = .partial, on page: PageID
  ) throws(PDFError) {
    try editRetryingConflicts("Erase") { edit in
      let changes = Eraser.changes(
        to: try edit.page(page).annotations, along: points, width: width, mode: mode)
      try edit.commit(changes, on: page)
    }
  }

  private func editRetryingConflicts<Result>(
    _ name: String, _ body: (EditTransaction) throws -> Result
  ) throws(PDFError) -> Result {
    while true {
      do {
        return try edit(name, body)
      } catch let error as PDFError where error.code == .editConflict {
        // Others drew on the page in between: it is done to the page as it is now.
      } catch {
        throw PDFError.from(error)
      }
    }
  }

  // MARK: - Turning and moving pages

  /// Turns pages clockwise, each from the way it is now: `try document.rotatePages([page.id], by: .clockwise90)`.
  /// With no pages nothing happens.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - turn: How far.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.invalidArgument` if a page is named twice.
  /// - Complexity: O(pages that are turned).
  public func rotatePages(_ pages: some Sequence<PageID>, by turn: PageRotation) throws(PDFError) {
    let pages = Array(pages)
    if !pages.isEmpty { try apply(.rotatePages(pages, by: turn)) }
  }

  /// Moves pages, in the order given, so that the first of them has index `target` in the result.
  /// With no pages nothing happens.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - target: The index that the first of them gets, from 0.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.invalidArgument` if a page is named twice.
  /// - Complexity: O(pages of the document).
  public func movePages(_ pages: some Sequence<PageID>, to target: Int) throws(PDFError) {
    let pages = Array(pages)
    if !pages.isEmpty { try apply(.movePages(pages, to: target)) }
  }

  // MARK: - Form

  /// Fills in form fields, by their full names, as one step of undo. Every widget of a field gets an appearance with the new
  /// value, in the field's own font or, for characters that it lacks, in an embedded one. Values that usual scripts calculate
  /// of these are calculated; ``PDFForm/fieldsNotCalculated`` names the others.
  ///
  /// ```swift
  /// try document.fill(["name": "Ada Lovelace", "member": true, "languages": ["de", "en"]])
  /// ```
  ///
  /// - Parameter values: What each field takes: see ``FormValue``.
  /// - Throws: ``PDFError`` with code `.noSuchField`; `.invalidArgument` for values that a field does not take; `.notEditable`
  ///   for fields that are read-only or have no value; `.unsupported` for forms in XFA alone; `.missingGlyphs`. Then nothing
  ///   is filled in.
  /// - Complexity: O(fields, and annotations of all pages).
  public func fill(_ values: [String: FormValue]) throws(PDFError) {
    if !values.isEmpty { try apply(.setFormValues(values)) }
  }
}

extension PDFError {
  static func noSuchAnnotation(_ id: AnnotationID, on page: PageID) -> PDFError {
    PDFError(
      .noSuchAnnotation, "\(page) has no annotation '\(id)': list the page's annotations to see their ids.")
  }
}
