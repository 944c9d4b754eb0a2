import Postil

extension PageViewport {
  /// The margin around a rectangle that ``reveal(_:on:)`` shows, in units of the view.
  private static let revealMargin = 24.0

  /// Moves the content to the right by `dx` and down by `dy`, in units of the view, as a finger drags it. A wheel that
  /// turns towards the end of the document gives negative `dy`.
  ///
  /// - Returns: The overscroll, with the same sign: at the lower edge of a single page, a caller may go to the next
  ///   page once it is large enough.
  @discardableResult
  public mutating func pan(dx: Double, dy: Double) -> (dx: Double, dy: Double) {
    let (dx, dy) = (dx.isFinite ? dx : 0, dy.isFinite ? dy : 0)
    guard !isEmpty else { return (dx, dy) }
    let old = origin
    let new = move(to: ViewPoint(x: old.x - dx, y: old.y - dy))
    return (Self.overscroll(dx, old.x - new.x), Self.overscroll(dy, old.y - new.y))
  }

  /// How far the content can be panned in each direction, in units of the view, at least 0.
  public var panDistances: (left: Double, right: Double, up: Double, down: Double) {
    guard !isEmpty else { return (0, 0, 0, 0) }
    let (origin, content) = (origin, contentSize)
    return (
      left: Self.noticeable(content.width - viewSize.width - max(origin.x, 0)),
      right: Self.noticeable(origin.x),
      up: Self.noticeable(content.height - viewSize.height - max(origin.y, 0)),
      down: Self.noticeable(origin.y)
    )
  }

  /// Scrolls as little as is needed to show a rectangle of a page, such as a match. Of one larger than the view the
  /// upper left is shown. Unknown pages are ignored.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points at scale 1 from the upper left corner of the page as it is shown.
  ///   - page: The page.
  public mutating func reveal(_ rect: ViewRect, on page: PageID) {
    guard let index = layout.index(of: page), rect.isFinite else { return }
    if hasView == false || (mode == .singlePage && index != currentIndex) { go(to: index) }
    guard !isEmpty else { return }
    let (frame, origin) = (contentFrame(at: index), origin)
    move(
      to: ViewPoint(
        x: Self.start(origin.x, view: viewSize.width, frame.x + rect.x * zoom, rect.width * zoom),
        y: Self.start(origin.y, view: viewSize.height, frame.y + rect.y * zoom, rect.height * zoom)))
  }

  /// The scroll offset nearest to the present one that shows a range, in one dimension.
  private static func start(
    _ now: Double, view: Double, _ first: Double, _ length: Double
  ) -> Double {
    let margin = min(revealMargin, max(view - length, 0) / 2)
    let (lowest, highest) = (first + length + margin - view, first - margin)
    return min(max(now, lowest), highest)
  }

  /// A distance without errors of rounding.
  private static func noticeable(_ length: Double) -> Double { length < 1e-6 ? 0 : length }

  /// The overscroll without errors of rounding.
  private static func overscroll(_ wanted: Double, _ moved: Double) -> Double {
    let rest = wanted - moved
    return abs(rest) < 1e-6 ? 0 : rest
  }

  /// Scrolls to an offset, clamped. The anchor of a dimension in which nothing moves stays.
  @discardableResult
  private mutating func move(to wanted: ViewPoint) -> ViewPoint {
    let (old, new) = (origin, limited(wanted))
    guard new != old else { return new }
    if new.y != old.y {
      centre = centre(from: new)
    } else {
      let frame = contentFrame(at: currentIndex)
      centre.x = (new.x + viewSize.width / 2 - frame.x) / frame.width
    }
    return new
  }
}

extension ViewRect {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
