/// What is shown in the window.
extension ViewerSession {
  func viewportChanged() {
    if let position = pendingPosition, viewport.hasView {
      pendingPosition = nil
      viewport.restore(position)
      return
    }
    guard let documentActor else { return }
    pageDisplay.show(viewport.request, neighbours: neighbourRequests)
    let visible = viewport.visiblePages.map(\.page)
    drawing.pagesInView(Set(visible))
    contents.show(visible)
    outline.viewportChanged()
    measure(visible, in: documentActor)
    savePositionSoon()
  }

  /// What is shown after going to the next page or the one before, each at the scale that it has then.
  private var neighbourRequests: [Viewport] {
    guard viewport.displayMode == .singlePage else { return [] }
    let indices = [viewport.currentIndex + 1, viewport.currentIndex - 1].filter(pages.indices.contains)
    return indices.map { index in
      var other = viewport
      other.go(to: index)
      return other.request
    }
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

  /// What a person is told in place of the current page if nothing of it can be shown; `nil` if something can.
  /// `pageDisplay.tryAgain()` does what ``ViewerMessage/Action/tryAgain`` says.
  public var pageMessage: ViewerMessage? {
    guard let page = viewport.currentPage, let error = pageDisplay.failures[page],
      pageDisplay.pictures(of: page).isEmpty
    else { return nil }
    return ViewerMessage(error, during: .showing, file: file)
  }
}
