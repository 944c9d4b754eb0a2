import Postil

extension PageViewport {
  /// Where on a page the view goes. It stays where it was from left to right unless that is said.
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
  public var pages: [PageID] { stack.pages }

  /// The index of the current page: that in the centre of the view or nearest to it, or one that was gone to but
  /// cannot get there, as the last of a document whose pages are small. 0 if there are no pages.
  public var currentIndex: Int { stack.limited(centre.index) }

  /// The current page; `nil` if there are no pages.
  public var currentPage: PageID? {
    pages.indices.contains(currentIndex) ? pages[currentIndex] : nil
  }

  /// How the pages are laid out; what is in the centre stays.
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

  /// Takes over the pages in another order, more or fewer of them. The view stays on its page; if that is gone, at its
  /// index. A page that is named twice counts once. O(*n*).
  public mutating func setPages(_ pages: [PageID]) {
    let (current, size) = (currentPage, stack.size(at: currentIndex))
    stack.setPages(pages)
    guard !pages.isEmpty else { return start() }
    let index = current.flatMap { stack.index(of: $0) }
    centre.index = index ?? stack.limited(centre.index)
    if index == nil { swipe = 0 }
    remeasure(from: index == nil ? nil : size)
    arrive()
  }

  /// Takes over sizes of pages, in points at scale 1 as they are shown; what is in the centre stays. Pages of which no
  /// size is known are taken to be as large as the first of which it is, or A4. What cannot be a size is left out.
  /// O(*n*): set many at a time.
  public mutating func setSizes(_ sizes: [PageID: ViewSize]) {
    let size = stack.size(at: currentIndex)
    stack.setSizes(sizes)
    remeasure(from: size)
  }

  /// Goes to a page, or the nearest that there is.
  ///
  /// - Parameters:
  ///   - index: The page's index.
  ///   - arrival: Where on the page.
  public mutating func go(to index: Int, arriving arrival: Arrival = .top) {
    let middle = origin.x + viewSize.width / 2
    swipe = 0
    centre = ScrollAnchor(index: stack.count > 0 ? stack.limited(index) : max(index, 0), x: centre.x, y: 0.5)
    if mode == .singlePage {
      refit()
    } else if !isEmpty {
      let frame = sheetFrame(at: currentIndex)
      centre.x = (middle - frame.x) / frame.width
    }
    pendingArrival = arrival
    arrive()
  }

  /// Goes to the page after the current one, if there is one.
  public mutating func goToNext() {
    if currentIndex + 1 < stack.count { go(to: currentIndex + 1) }
  }

  /// Goes to the page before the current one, if there is one.
  public mutating func goToPrevious() {
    if currentIndex > 0 { go(to: currentIndex - 1) }
  }
}

extension PageViewport {
  /// The page's edge goes to the view's as soon as there are both.
  mutating func arrive() {
    guard let arrival = pendingArrival, !isEmpty else { return }
    pendingArrival = nil
    let size = stack.size(at: currentIndex)
    let upper = middle(page: size.height * zoom, view: viewSize.height)
    let left = middle(page: size.width * zoom, view: viewSize.width)
    centre.y = arrival == .bottom ? 1 - upper : upper
    centre.beyond = 0
    if arrival == .left { centre.x = left }
    if arrival == .right { centre.x = 1 - left }
  }

  /// What fraction of a page is in the middle of a view that shows its beginning. It is on the page, so that it is the
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

  /// The current page is as large as it was, or fits anew; so does another page.
  private mutating func remeasure(from size: ViewSize?) {
    if size == stack.size(at: currentIndex) { limitZoom() } else { refit() }
  }
}
