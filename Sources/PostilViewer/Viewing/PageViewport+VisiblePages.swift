import Postil

extension PageViewport {
  /// The pages that intersect the view, in the order of the document; while a single page is swiped, also the one
  /// beside it. O(log *n* + *k*) for *k* visible pages.
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

  /// The frame of a page in the view, visible or not; `nil` if it is not laid out, such as one beside a single page.
  public func frame(of page: PageID) -> ViewRect? {
    guard !isEmpty, let index = layout.index(of: page) else { return nil }
    if mode == .singlePage && index != currentIndex {
      return neighbour.flatMap { $0.index == index ? $0.frame : nil }
    }
    return frame(at: index)
  }

  /// Aligns a rectangle's origin with the pixels of the screen, so that tiles are painted sharply.
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

  /// The pages that intersect the view vertically.
  private var own: [VisiblePage] {
    let top = origin.y
    let indices =
      mode == .singlePage
      ? currentIndex..<currentIndex + 1
      : layout.indices(from: top, to: top + viewSize.height, zoom: zoom, gap: Self.gap)
    return zip(indices, pages[indices]).map { index, page in
      VisiblePage(page: page, index: index, frame: frame(at: index))
    }
  }

  func frame(at index: Int) -> ViewRect {
    var frame = contentFrame(at: index)
    frame.x += swipe - origin.x
    frame.y -= origin.y
    return frame
  }

  /// The part of a rectangle in the view; `nil` if it is thinner than errors of rounding.
  func part(of rect: ViewRect) -> ViewRect? {
    let (left, top) = (max(rect.x, 0), max(rect.y, 0))
    let right = min(rect.x + rect.width, viewSize.width)
    let bottom = min(rect.y + rect.height, viewSize.height)
    guard right - left > 1e-6, bottom - top > 1e-6 else { return nil }
    return ViewRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// A page that intersects a view.
public struct VisiblePage: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// Its index in the document.
  public let index: Int
  /// Where it is in the view, in the view's units; parts may lie outside.
  public let frame: ViewRect

  init(page: PageID, index: Int, frame: ViewRect) {
    self.page = page
    self.index = index
    self.frame = frame
  }
}
