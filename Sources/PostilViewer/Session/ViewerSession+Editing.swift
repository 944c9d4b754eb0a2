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
    guard let seen = viewport.visiblePage(at: point), let transform = transform(of: seen.page) else {
      return nil
    }
    return (seen.page, pagePoint(point, seen, transform), transform)
  }

  /// The place on a drawing's page that a point of the view lies at, also beside the page.
  func point(at point: ViewPoint, on drawing: LiveDrawing) -> PagePoint? {
    guard let seen = viewport.visiblePages.first(where: { $0.page == drawing.page }) else { return nil }
    return pagePoint(point, seen, drawing.transform)
  }

  private func pagePoint(
    _ point: ViewPoint, _ seen: VisiblePage, _ transform: PageTransform
  ) -> PagePoint {
    let scale = max(viewport.zoom, .leastNormalMagnitude)
    return transform.pagePoint(
      ViewPoint(x: (point.x - seen.frame.x) / scale, y: (point.y - seen.frame.y) / scale))
  }

  /// The rectangle of the view that shows a rectangle of a drawing's page.
  func viewRect(_ rect: PageRect, of drawing: LiveDrawing) -> ViewRect? {
    guard let seen = viewport.visiblePages.first(where: { $0.page == drawing.page }) else { return nil }
    let (box, zoom) = (drawing.transform.viewRect(rect), viewport.zoom)
    return ViewRect(
      x: seen.frame.x + box.x * zoom, y: seen.frame.y + box.y * zoom, width: box.width * zoom,
      height: box.height * zoom)
  }

  /// Shows a match of the search.
  func reveal(_ match: TextMatch) {
    guard pages.contains(match.page), let transform = transform(of: match.page) else { return }
    let boxes = match.rects.map(transform.viewRect)
    guard let first = boxes.first else { return }
    let (left, top) = (boxes.map(\.x).min() ?? first.x, boxes.map(\.y).min() ?? first.y)
    let right = boxes.map { $0.x + $0.width }.max() ?? first.x
    let bottom = boxes.map { $0.y + $0.height }.max() ?? first.y
    viewport.reveal(ViewRect(x: left, y: top, width: right - left, height: bottom - top), on: match.page)
  }
}
