/// Edits of selected annotations.
extension ViewerSession {
  /// The rectangle of a page at a rectangle of the view, also beside the page.
  func pageRect(_ rect: ViewRect, on page: PageID) -> PageRect? {
    let end = ViewPoint(x: rect.x + rect.width, y: rect.y + rect.height)
    guard let transform = transform(of: page),
      let start = viewport.pagePoint(at: ViewPoint(x: rect.x, y: rect.y), on: page),
      let end = viewport.pagePoint(at: end, on: page)
    else { return nil }
    return PageRect(corner: transform.pagePoint(start), corner: transform.pagePoint(end))
  }

  /// Where a point of a page is in the view; `nil` if the page is not laid out.
  public func viewPoint(_ point: PagePoint, on page: PageID) -> ViewPoint? {
    guard let transform = transform(of: page) else { return nil }
    return viewport.viewPoint(transform.viewPoint(point), on: page)
  }

  /// Where a rectangle of a page is in the view; `nil` if the page is not laid out.
  public func viewRect(_ rect: PageRect, on page: PageID) -> ViewRect? {
    guard let a = viewPoint(rect.origin, on: page),
      let b = viewPoint(PagePoint(x: rect.maxX, y: rect.maxY), on: page)
    else { return nil }
    return ViewRect(from: a, to: b)
  }

  /// Prepares for the current tool: reads the text in view if it selects, else clears the selections.
  func toolChanged() {
    if palette.currentTool?.selects == true {
      contents.readTexts(of: viewport.visiblePages.map(\.page))
    } else {
      selection.clear()
      textSelection.clear()
    }
  }

  /// Adds annotations, and selects them as soon as they are there.
  func add(
    to page: PageID, _ body: @escaping @Sendable (PDFDocument) throws -> [AnnotationID]
  ) {
    enqueue(.editing) { actor in
      (try body(actor.document), actor.contents(of: page))
    } then: { [weak self] result in
      guard let self, case .success(let (added, read)) = result else { return }
      self.contents.store(read, of: page)
      self.selection.select(added, on: page)
    }
  }

  /// Changes annotations of a page, in one step of undo with the edits of the same kind just before.
  func editInRun(
    _ kind: EditRun.Kind, named name: String, on page: PageID,
    _ change: @escaping @Sendable ([Annotation]) -> [Annotation]
  ) {
    enqueue(.editing, inRun: kind) { try $0.edit(inRun: kind, named: name, on: page, change) }
  }

  /// Ends the run of edits: the next edit is a step of undo of its own.
  func endEditRun() {
    guard documentActor != nil, isInEditRun else { return }
    enqueue(.editing) { _ in }
  }
}

/// Consecutive edits of the same kind on a page that are one step of undo: nudges by arrow keys, changes by dragging a slider.
struct EditRun: Sendable {
  enum Kind: Sendable { case nudge, restyle }

  let kind: Kind
  let page: PageID
  let group: EditGroup
}

extension DocumentActor {
  /// Changes annotations of a page.
  ///
  /// - Parameter change: Takes all annotations of the page, and returns those to replace, changed.
  func edit(
    inRun kind: EditRun.Kind, named name: String, on page: PageID, _ change: ([Annotation]) -> [Annotation]
  ) throws {
    // Retry if other code edits the page at the same time, but not for ever.
    for _ in 0..<100 {
      if editRun?.kind != kind || editRun?.page != page {
        endEditRun()
        editRun = EditRun(kind: kind, page: page, group: document.openGroup(named: name))
      }
      guard let run = editRun else { return }
      let version = document.version(of: page)
      let changed = change(try document.page(page).annotations)
      guard !changed.isEmpty else { return }
      let edit = Edit.replaceAnnotations(changed, page: page)
      switch try document.apply([edit], in: run.group, to: page, version: version) {
      case .done: return
      case .groupIsOver: editRun = nil
      case .pageIsOther: continue
      }
    }
    throw PDFError(.editConflict, "The page is being changed all the time, so this was not done: try again.")
  }

  /// Closes the group of the run.
  func endEditRun() {
    if let run = editRun { document.end(run.group) }
    editRun = nil
  }
}
