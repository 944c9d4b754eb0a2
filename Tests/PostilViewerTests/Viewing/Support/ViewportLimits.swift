import Testing

@testable import PostilViewer

/// What holds of a viewport whatever was done to it.
struct ViewportLimits {
  let viewport: PageViewport
  private let tolerance = 1e-4

  /// What does not hold.
  var broken: [String] {
    var broken: [String] = []
    func check(_ isTrue: Bool, _ limit: String) { if !isTrue { broken.append(limit) } }
    checkNumbers(check)
    checkSheet(check)
    checkVisiblePages(check)
    checkRequest(check)
    checkPosition(check)
    return broken
  }

  private var view: ViewSize { viewport.viewSize }
  private var isSeen: Bool { !viewport.pages.isEmpty && view.width >= 1 && view.height >= 1 }

  private func checkNumbers(_ check: (Bool, String) -> Void) {
    check(viewport.zoomRange.contains(viewport.zoom), "zoom in range")
    check((0...1_000_000).contains(view.width) && (0...1_000_000).contains(view.height), "view")
    check((0.1...16).contains(viewport.pixelRatio), "pixel ratio")
    check(abs(viewport.swipeOffset) <= viewport.swipeDistance, "no further than the page beside")
    check(viewport.displayMode == .singlePage || viewport.swipeOffset == 0, "continuous pages are not swiped")
    check(viewport.currentIndex >= 0, "an index")
    check(
      viewport.pages.isEmpty ? viewport.currentPage == nil : viewport.currentPage != nil,
      "a current page if there are pages")
    check(
      viewport.currentPage == nil || viewport.pages[viewport.currentIndex] == viewport.currentPage,
      "the current page is where it is said to be")
    if isSeen && viewport.displayMode == .singlePage && viewport.fit != .none { checkFit(check) }
  }

  private func checkFit(_ check: (Bool, String) -> Void) {
    guard let page = viewport.currentPage, let size = viewport.size(of: page) else { return }
    let fitting = viewport.zoom(fitting: viewport.fit, size)
    let isLimited = !viewport.zoomRange.contains(fitting)
    check(isLimited || abs(viewport.zoom - fitting) < 1e-9, "a page that is to fit fits")
  }

  /// The content is centred or fills the view, but for a gap.
  private func checkSheet(_ check: (Bool, String) -> Void) {
    guard isSeen else { return }
    let isSingle = viewport.displayMode == .singlePage
    let pages = isSingle ? viewport.currentPage.map { [$0] } ?? [] : viewport.pages
    let frames = pages.compactMap { viewport.frame(of: $0) }
    check(frames.count == pages.count, "all pages are laid out")
    let (gap, swipe) = (PageViewport.gap, viewport.swipeOffset)
    let (left, right) = (frames.map(\.x).min() ?? 0, frames.map(\.maxX).max() ?? 0)
    let (top, bottom) = (frames.map(\.y).min() ?? 0, frames.map(\.maxY).max() ?? 0)
    check(isFilled(left - swipe - gap, right - swipe + gap, view.width), "nothing beside the content")
    check(isFilled(top - gap, bottom + gap, view.height), "nothing above or below the content")
    let current = viewport.currentFrame
    check(
      current.map { $0.y <= view.height + gap && $0.maxY >= -gap } ?? false, "the current page is in view")
  }

  private func isFilled(_ start: Double, _ end: Double, _ view: Double) -> Bool {
    if end - start <= view { return abs(start + end - view) <= tolerance }
    return start <= tolerance && end >= view - tolerance
  }

  private func checkVisiblePages(_ check: (Bool, String) -> Void) {
    let visible = viewport.visiblePages
    check(isSeen || visible.isEmpty, "nothing is seen without view or pages")
    check(visible.map(\.index) == visible.map(\.index).sorted(), "visible pages are in order")
    check(Set(visible.map(\.index)).count == visible.count, "visible pages are seen once")
    for page in visible {
      let isThere = viewport.pages.indices.contains(page.index) && viewport.pages[page.index] == page.page
      check(isThere, "visible pages are pages")
      check(isInView(page.frame, by: 0), "visible pages are in view")
      check(viewport.frame(of: page.page) == page.frame, "visible pages are where they are")
    }
    let all = viewport.pages.filter { page in
      viewport.frame(of: page).map { isInView($0, by: tolerance) } ?? false
    }
    check(Set(visible.map(\.page)).isSuperset(of: all), "all pages in view are visible")
    check(viewport.displayMode != .singlePage || visible.count <= 2, "at most a page and its neighbour")
  }

  private func isInView(_ frame: ViewRect, by length: Double) -> Bool {
    let (width, height) = (min(frame.maxX, view.width), min(frame.maxY, view.height))
    return width - max(frame.x, 0) > length && height - max(frame.y, 0) > length
  }

  private func checkRequest(_ check: (Bool, String) -> Void) {
    let request = viewport.request
    check(request.scale == viewport.zoom * viewport.pixelRatio, "the scale is that of the screen")
    check(request.areas.count == viewport.visiblePages.count, "what is seen is rendered")
    for area in request.areas {
      let size = viewport.size(of: area.page) ?? .zero
      let (width, height) = (size.width * request.scale, size.height * request.scale)
      check(area.rect.width > 0 && area.rect.height > 0, "areas are not empty")
      check(area.rect.x >= 0 && area.rect.y >= 0, "areas begin on the page")
      check(
        area.rect.maxX <= width + tolerance && area.rect.maxY <= height + tolerance, "areas end on the page")
      check(max(width, height) < 8_388_608, "the renderer can count the pixels")
    }
  }

  /// In a continuous layout the zoom may be that of another page that was to fit.
  private func checkPosition(_ check: (Bool, String) -> Void) {
    guard viewport.displayMode == .singlePage || viewport.fit == .none, isSeen else { return }
    var other = viewport
    other.restore(viewport.position)
    other.swipeOffset = viewport.swipeOffset
    let (now, then) = (other.visiblePages, viewport.visiblePages)
    let isSame = zip(now, then).allSatisfy { $0.page == $1.page && $0.frame.isNear($1.frame) }
    check(now.count == then.count && isSame, "a position leads back")
  }
}
