import Postil

extension PageViewport {
  /// How near to a rectangle that is shown by ``reveal(_:on:)`` the view's edges may be, in units of the view.
  private static let revealMargin = 24.0

  /// Moves what is shown with the finger: to the right by `dx` and down by `dy`, in units of the view. A wheel that
  /// turns towards the end of the document gives negative `dy`.
  ///
  /// - Returns: What the limits left over, with the same sign: at the lower edge of a single page, a caller may go to
  ///   the next once enough is left over.
  @discardableResult
  public mutating func pan(dx: Double, dy: Double) -> (dx: Double, dy: Double) {
    let (dx, dy) = (dx.isFinite ? dx : 0, dy.isFinite ? dy : 0)
    guard !isEmpty else { return (dx, dy) }
    let old = origin
    let new = move(to: ViewPoint(x: old.x - dx, y: old.y - dy))
    return (Self.rest(dx, old.x - new.x), Self.rest(dy, old.y - new.y))
  }

  /// How far what is shown can be moved in each direction, in units of the view, at least 0.
  public var documentActor: (left: Double, right: Double, up: Double, down: Double) {
    guard !isEmpty else { return (0, 0, 0, 0) }
    let (origin, pageTiles) = (origin, sheetSize)
    return (
      left: Self.documentActor(pageTiles.width - viewSize.width - max(origin.x, 0)),
      right: Self.documentActor(origin.x),
      up: Self.documentActor(pageTiles.height - viewSize.height - max(origin.y, 0)),
      down: Self.documentActor(origin.y)
    )
  }

  /// Shows a rectangle of a page, such as where a word was found, and moves as little as is needed for it. Of what is
  /// larger than the view, the upper left is shown. Pages that there are not are ignored.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in points at scale 1 from the upper left corner of the page as it is shown.
  ///   - page: The page.
  public mutating func reveal(_ rect: ViewRect, on page: PageID) {
    guard let index = stack.index(of: page), rect.isFinite else { return }
    if hasView == false || (mode == .singlePage && index != currentIndex) { go(to: index) }
    guard !isEmpty else { return }
    let (frame, origin) = (sheetFrame(at: index), origin)
    move(
      to: ViewPoint(
        x: Self.start(origin.x, view: viewSize.width, frame.x + rect.x * zoom, rect.width * zoom),
        y: Self.start(origin.y, view: viewSize.height, frame.y + rect.y * zoom, rect.height * zoom)))
  }

  /// Where a view must start that shows a stretch, as near as can be to where it starts now.
  private static func start(
    _ now: Double, view: Double, _ first: Double, _ length: Double
  ) -> Double {
    let margin = min(revealMargin, max(view - length, 0) / 2)
    let (lowest, highest) = (first + length + margin - view, first - margin)
    return min(max(now, lowest), highest)
  }

  /// Room there is; not what rounding leaves.
  private static func documentActor(_ length: Double) -> Double { length < 1e-6 ? 0 : length }

  /// What was not moved; not what rounding leaves.
  private static func rest(_ wanted: Double, _ moved: Double) -> Double {
    let rest = wanted - moved
    return abs(rest) < 1e-6 ? 0 : rest
  }

  /// Moves the view as far as the limits allow. A direction in which it cannot move keeps what was wanted there.
  @discardableResult
  private mutating func move(to wanted: ViewPoint) -> ViewPoint {
    let (old, new) = (origin, limited(wanted))
    guard new != old else { return new }
    if new.y != old.y {
      centre = centre(from: new)
    } else {
      let frame = sheetFrame(at: currentIndex)
      centre.x = (new.x + viewSize.width / 2 - frame.x) / frame.width
    }
    return new
  }
}

extension ViewRect {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}
