import Postil

extension PageViewport {
  /// Where in a document a view was, to be kept until the document is opened again, also in a view of another size.
  public struct Position: Sendable, Hashable, Codable {
    /// The index of the page in the centre.
    public var pageIndex: Int
    /// What is in the centre, as a fraction of the page's width; beside the page it is below 0 or above 1.
    public var x: Double
    /// What is in the centre, as a fraction of the page's height; in a gap between pages it is below 0 or above 1.
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

  /// Where the view is.
  public var position: Position {
    let height = stack.size(at: currentIndex).height * zoom
    return Position(
      pageIndex: currentIndex, x: centre.x, y: centre.y + centre.beyond / height, zoom: zoom, fit: fit,
      displayMode: mode)
  }

  /// Goes to where a view was, or as near to it as can be. It may be called before pages, sizes and view are known.
  public mutating func restore(_ position: Position) {
    swipe = 0
    pendingArrival = nil
    mode = position.displayMode
    fit = position.fit
    let (x, y) = (Position.fraction(position.x), Position.fraction(position.y))
    let index = max(position.pageIndex, 0)
    centre = ScrollAnchor(
      index: stack.count > 0 ? stack.limited(index) : index, x: x, y: min(max(y, 0), 1))
    if position.zoom.isFinite { zoom = position.zoom }
    refit()
    let beyond = (y - centre.y) * stack.size(at: currentIndex).height * zoom
    centre.beyond = min(max(beyond, -Self.gap), Self.gap)
  }
}

extension PageViewport.Position {
  /// A page narrower than others may have the centre of the view far beside it. What is no number is the page's middle.
  static func fraction(_ number: Double) -> Double {
    number.isFinite ? min(max(number, -10_000), 10_000) : 0.5
  }
}
