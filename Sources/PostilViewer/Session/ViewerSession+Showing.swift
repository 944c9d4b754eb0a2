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
    formFilling.pagesInView(Set(visible))
    contents.show(visible)
    outline.viewportChanged()
    measure(visible, in: documentActor)
    savePositionSoon()
  }

  /// The requests after going to the next page and to the one before, each at the scale that it has then.
  private var neighbourRequests: [Viewport] {
    guard viewport.displayMode == .singlePage else { return [] }
    let indices = [viewport.currentIndex + 1, viewport.currentIndex - 1].filter(pages.indices.contains)
    return indices.map { index in
      var other = viewport
      other.go(to: index)
      return other.request
    }
  }

  /// Brings a match into view; if the size of its page is not known yet, its page now and the match later.
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

  /// The message to show in place of the current page if nothing of it can be shown; `nil` if something can. For
  /// ``ViewerMessage/Action/tryAgain`` call ``PageDisplay/tryAgain()``.
  public var pageMessage: ViewerMessage? {
    guard let page = viewport.currentPage, let error = pageDisplay.failures[page],
      pageDisplay.pictures(of: page).isEmpty
    else { return nil }
    return ViewerMessage(error, during: .showing, file: file)
  }
}
