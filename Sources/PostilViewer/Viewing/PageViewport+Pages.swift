import Postil

extension PageViewport {
  /// Where on a page the view goes. The horizontal position stays unless the case says otherwise.
  public enum Arrival: Sendable, Hashable, CaseIterable {
    /// To the page's upper edge.
    case top
    /// To the page's lower edge, as when scrolling back from the page after it.
    case bottom
    /// To the page's upper left corner, as when swiping from the page before it.
    case left
    /// To the page's upper right corner, as when swiping back from the page after it.
    case right
  }

  /// The pages, in their order.
  public var pages: [PageID] { layout.pages }

  /// The index of the current page: the one in or nearest to the center of the view, or the target of the last
  /// navigation if it cannot be scrolled there, such as a small last page. 0 if there are no pages.
  public var currentIndex: Int { layout.limited(centre.index) }

  /// The current page; `nil` if there are no pages.
  public var currentPage: PageID? {
    pages.indices.contains(currentIndex) ? pages[currentIndex] : nil
  }

  /// How the pages are laid out. Setting it leaves the center where it is.
  public var displayMode: DisplayMode {
    get { mode }
    set {
      guard newValue != mode else { return }
      centre.index = currentIndex
      mode = newValue
      swipe = 0
      refit()
    }
  }

  /// Sets the pages and their order. The view stays on its page, or at its index if the page was removed. Duplicates
  /// are dropped. O(*n*).
  public mutating func setPages(_ pages: [PageID]) {
    let (current, size) = (currentPage, layout.size(at: currentIndex))
    layout.setPages(pages)
    guard !pages.isEmpty else { return start() }
    let index = current.flatMap { layout.index(of: $0) }
    centre.index = index ?? layout.limited(centre.index)
    if index == nil { swipe = 0 }
    remeasure(from: index == nil ? nil : size)
    arrive()
  }

  /// Sets sizes of pages, in points at scale 1 as they are shown; the center stays. Pages of unknown size get the
  /// size of the first page that is known, or A4. Invalid sizes are ignored. O(*n*): set many at a time.
  public mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    let size = layout.size(at: currentIndex)
    layout.setSizes(sizes)
    remeasure(from: size)
  }

  /// Goes to a page; the index is clamped.
  ///
  /// - Parameters:
  ///   - index: The page's index.
  ///   - arrival: Where on the page.
  public mutating func go(to index: Int, arriving arrival: Arrival = .top) {
    let middle = origin.x + viewSize.width / 2
    swipe = 0
    centre = ScrollAnchor(
      index: layout.count > 0 ? layout.limited(index) : max(index, 0), x: centre.x, y: 0.5)
    if mode == .singlePage {
      refit()
    } else if !isEmpty {
      let frame = contentFrame(at: currentIndex)
      centre.x = (middle - frame.x) / frame.width
    }
    pendingArrival = arrival
    arrive()
  }

  /// Goes to a point of a page: it comes to the upper edge of the view as far as the pages can be scrolled, and into view
  /// sideways. An unknown page is ignored.
  ///
  /// - Parameters:
  ///   - point: The point, in points at scale 1 from the upper left corner of the page as it is shown.
  ///   - page: The page.
  public mutating func go(to point: ViewPoint, on page: PageID) {
    guard let index = layout.index(of: page), point.x.isFinite, point.y.isFinite else { return }
    if index != currentIndex { go(to: index) }
    guard hasView, !isEmpty, let place = viewPoint(point, on: page) else { return }
    let isInView = (0...viewSize.width).contains(place.x)
    pan(dx: isInView ? 0 : Self.gap - place.x, dy: Self.gap - place.y)
  }

  /// Goes to the page after the current one, if there is one.
  public mutating func goToNext() {
    if currentIndex + 1 < layout.count { go(to: currentIndex + 1) }
  }

  /// Goes to the page before the current one, if there is one.
  public mutating func goToPrevious() {
    if currentIndex > 0 { go(to: currentIndex - 1) }
  }
}

extension PageViewport {
  /// Aligns the page with the view as ``pendingArrival`` says, once there are pages and a view.
  mutating func arrive() {
    guard let arrival = pendingArrival, !isEmpty else { return }
    pendingArrival = nil
    let size = layout.size(at: currentIndex)
    let upper = middle(page: size.height * zoom, view: viewSize.height)
    let left = middle(page: size.width * zoom, view: viewSize.width)
    centre.y = arrival == .bottom ? 1 - upper : upper
    centre.beyond = 0
    if arrival == .left { centre.x = left }
    if arrival == .right { centre.x = 1 - left }
  }

  /// The fraction of a page in the center of a view that shows the page's beginning; on the page, so that it is the
  /// current one.
  private func middle(page: Double, view: Double) -> Double {
    let start = max(view / 2 - Self.gap, 0)
    if start >= page { return 0.5 }
    return mode == .singlePage && page + 2 * Self.gap <= view ? 0.5 : start / page
  }

  private mutating func start() {
    centre = .start
    swipe = 0
    pendingArrival = .top
  }

  /// Fits the zoom again if the size of the current page changed.
  private mutating func remeasure(from size: ViewSize?) {
    if size == layout.size(at: currentIndex) { limitZoom() } else { refit() }
  }
}
