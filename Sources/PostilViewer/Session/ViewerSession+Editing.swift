extension ViewerSession {
  /// Takes back the last edit. While something is drawn, gives that up instead.
  public func undo() {
    guard !desk.isDrawing else { return desk.cancel() }
    enqueue(.editing) { $0.document.undo() }
  }

  /// Does the edit again that was taken back last.
  public func redo() {
    guard !desk.isDrawing else { return }
    enqueue(.editing) { $0.document.redo() }
  }

  /// Removes everything that Postil can draw from the current page.
  public func clearPage() {
    desk.cancel()
    guard let page = viewport.currentPage else { return }
    enqueue(.editing) { _ = try $0.document.clearPage(page) }
  }

  /// Turns the current page.
  public func rotatePage(by turn: PageRotation = .clockwise90) {
    desk.finish()
    guard let page = viewport.currentPage else { return }
    enqueue(.editing) { try $0.document.apply(.rotatePages([page], by: turn)) }
  }

  /// Moves a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - index: The place that it gets, from 0.
  public func move(_ page: PageID, to index: Int) {
    desk.finish()
    enqueue(.editing) { try $0.document.apply(.movePages([page], to: index)) }
  }

  /// Commits what a tool drew.
  func commit(_ changes: [AnnotationChange], of drawing: LiveDrawing) {
    let (page, id) = (drawing.page, drawing.id)
    enqueue(.editing) {
      try $0.document.commit(changes, on: page)
    } then: { [weak self] result in
      guard let self else { return }
      let isDone = if case .success = result { true } else { false }
      self.desk.settle(id, with: isDone ? self.board.requestAwaited(by: page) : nil)
    }
  }

  // MARK: - From the window to pages and back

  /// The page at a point of the view, and the place on it in page space.
  func place(at point: ViewPoint) -> (page: PageID, point: PagePoint, transform: PageTransform)? {
    guard let (page, place) = viewport.pagePoint(at: point), let transform = transform(of: page) else {
      return nil
    }
    return (page, transform.pagePoint(place), transform)
  }

  /// The place on a drawing's page that a point of the view lies at, also beside the page.
  func point(at point: ViewPoint, on drawing: LiveDrawing) -> PagePoint? {
    viewport.pagePoint(at: point, on: drawing.page).map(drawing.transform.pagePoint)
  }

  /// The rectangle of the view that shows a rectangle of a drawing's page.
  func viewRect(_ rect: PageRect, of drawing: LiveDrawing) -> ViewRect? {
    let box = drawing.transform.viewRect(rect)
    let end = ViewPoint(x: box.x + box.width, y: box.y + box.height)
    guard let start = viewport.viewPoint(ViewPoint(x: box.x, y: box.y), on: drawing.page),
      let end = viewport.viewPoint(end, on: drawing.page)
    else { return nil }
    return ViewRect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
  }

  /// Shows a match of the search.
  func reveal(_ match: TextMatch) {
    pendingMatch = nil
    guard let index = pages.firstIndex(of: match.page) else { return }
    guard let transform = transform(of: match.page) else {
      pendingMatch = match
      return viewport.go(to: index)
    }
    let boxes = match.rects.map(transform.viewRect)
    guard let first = boxes.first else { return }
    let (left, top) = (boxes.map(\.x).min() ?? first.x, boxes.map(\.y).min() ?? first.y)
    let right = boxes.map { $0.x + $0.width }.max() ?? first.x
    let bottom = boxes.map { $0.y + $0.height }.max() ?? first.y
    viewport.reveal(ViewRect(x: left, y: top, width: right - left, height: bottom - top), on: match.page)
  }
}
