import Postil

extension PageViewport {
  /// The pages of which something is seen, in the order of the document; while a single page is swiped, also the one
  /// beside it. O(log *n*) and as many steps as there are pages in view.
  public var visiblePages: [VisiblePage] {
    guard !isEmpty else { return [] }
    return candidates.filter { part(of: $0.frame) != nil }
  }

  /// The visible page at a point of the view.
  public func visiblePage(at point: ViewPoint) -> VisiblePage? {
    visiblePages.first { page in
      let frame = page.frame
      return point.x >= frame.x && point.x < frame.x + frame.width
        && point.y >= frame.y && point.y < frame.y + frame.height
    }
  }

  /// Where a page is in the view, seen or not; `nil` if it is not laid out, as those beside a single page.
  public func frame(of page: PageID) -> ViewRect? {
    guard !isEmpty, let index = stack.index(of: page) else { return nil }
    if mode == .singlePage && index != currentIndex {
      return neighbour.flatMap { $0.index == index ? $0.frame : nil }
    }
    return frame(at: index)
  }

  /// The rectangle that begins at the nearest pixel of the screen, where tiles are painted as sharp as they are.
  public func alignedToPixels(_ rect: ViewRect) -> ViewRect {
    ViewRect(
      x: (rect.x * pixelRatio).rounded() / pixelRatio, y: (rect.y * pixelRatio).rounded() / pixelRatio,
      width: rect.width, height: rect.height)
  }

  private var candidates: [VisiblePage] {
    let own = own
    guard let neighbour else { return own }
    return swipe < 0 ? own + [neighbour] : [neighbour] + own
  }

  /// The pages that are seen if they are not too far to the left or right.
  private var own: [VisiblePage] {
    let top = origin.y
    let indices =
      mode == .singlePage
      ? currentIndex..<currentIndex + 1
      : stack.indices(from: top, to: top + viewSize.height, zoom: zoom, gap: Self.gap)
    return zip(indices, pages[indices]).map { index, page in
      VisiblePage(page: page, index: index, frame: frame(at: index))
    }
  }

  func frame(at index: Int) -> ViewRect {
    var frame = sheetFrame(at: index)
    frame.x += swipe - origin.x
    frame.y -= origin.y
    return frame
  }

  /// The part of a rectangle that is in the view. What rounding leaves of a page beside an edge is not seen.
  func part(of rect: ViewRect) -> ViewRect? {
    let (left, top) = (max(rect.x, 0), max(rect.y, 0))
    let right = min(rect.x + rect.width, viewSize.width)
    let bottom = min(rect.y + rect.height, viewSize.height)
    guard right - left > 1e-6, bottom - top > 1e-6 else { return nil }
    return ViewRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
