import Postil

extension PageViewport {
  /// A scroll position that can be restored when the document is opened again, in a view of any size.
  public struct Position: Sendable, Hashable, Codable {
    /// The index of the page in the center.
    public var pageIndex: Int
    /// What is in the center, as a fraction of the page's width; beside the page it is below 0 or above 1.
    public var x: Double
    /// What is in the center, as a fraction of the page's height; in a gap between pages it is below 0 or above 1.
    public var y: Double
    /// Units of the view a point.
    public var zoom: Double
    /// How the zoom follows from the size of the view.
    public var fit: Fit
    /// How the pages are laid out.
    public var displayMode: DisplayMode

    /// Makes a position.
    public init(
      pageIndex: Int, x: Double = 0.5, y: Double = 0.5, zoom: Double = 1, fit: Fit = .none,
      displayMode: DisplayMode = .singlePage
    ) {
      self.pageIndex = pageIndex
      self.x = x
      self.y = y
      self.zoom = zoom
      self.fit = fit
      self.displayMode = displayMode
    }
  }

  /// The scroll position.
  public var position: Position {
    let height = layout.size(at: currentIndex).height * zoom
    return Position(
      pageIndex: currentIndex, x: centre.x, y: centre.y + centre.beyond / height, zoom: zoom, fit: fit,
      displayMode: mode)
  }

  /// Restores a scroll position as far as possible. May be called before pages, sizes and view are known.
  public mutating func restore(_ position: Position) {
    swipe = 0
    pendingArrival = nil
    mode = position.displayMode
    fit = position.fit
    let (x, y) = (Position.fraction(position.x), Position.fraction(position.y))
    let index = max(position.pageIndex, 0)
    centre = ScrollAnchor(
      index: layout.count > 0 ? layout.limited(index) : index, x: x, y: min(max(y, 0), 1))
    if position.zoom.isFinite { zoom = position.zoom }
    refit()
    let beyond = (y - centre.y) * layout.size(at: currentIndex).height * zoom
    centre.beyond = min(max(beyond, -Self.gap), Self.gap)
  }
}

extension PageViewport.Position {
  /// Clamps a fraction; the center of the view may be far beside a narrow page. NaN is the middle of the page.
  static func fraction(_ number: Double) -> Double {
    number.isFinite ? min(max(number, -10_000), 10_000) : 0.5
  }
}
