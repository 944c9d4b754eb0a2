import Postil

/// The viewport of a view over a document: layout, zoom and scroll position.
///
/// Lengths are units of the view ("logical pixels"), with the origin in the view's upper left corner and y down;
/// sizes of pages are those at scale 1, in points. Scrolling is clamped: content
/// smaller than the view is centered, and larger content shows no more than a gap beyond its edges. NaN and infinity are
/// ignored.
///
/// ```swift
/// var viewport = PageViewport(pages: pages, sizes: sizes, viewSize: ViewSize(width: 800, height: 600))
/// viewport.zoom(by: 1.25, about: pointer)   // what is under the pointer stays there
/// viewport.pan(dx: 0, dy: -40)              // the page moves up
/// let updates = renderer.updates(for: viewport.request)
/// ```
///
/// Zooming, panning and finding what is visible cost O(log *n*) for *n* pages; taking over pages and sizes O(*n*).
public struct PageViewport: Sendable, Equatable {
  /// How the zoom follows from the size of the view.
  public enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    /// It does not.
    case none
    /// The page is as wide as the view.
    case width
    /// The page is as large as it can be while all of it is seen.
    case page

    /// The initial fit of a display mode.
    static func usual(in mode: DisplayMode) -> Fit { mode == .singlePage ? .page : .width }
  }

  /// The space between pages and around them, in units of the view at every zoom.
  public static let gap = 12.0
  /// The zoom that every view allows, in units of the view a point.
  public static let usualZoomRange = 0.05...64.0

  /// The size of the view, in its units, 0 to 1,000,000; a view less than one unit wide or high shows nothing.
  public internal(set) var viewSize: ViewSize
  /// Pixels of the screen a unit of the view, 0.1 to 16.
  public internal(set) var pixelRatio: Double
  /// Units of the view a point.
  public internal(set) var zoom = 1.0
  /// How the zoom follows changes of the view's or the page's size.
  public internal(set) var fit: Fit

  var layout: PageLayout
  var mode: DisplayMode
  /// The anchor of the view's center, before clamping: a window that becomes small and large again shows the same.
  var centre = ScrollAnchor.start
  /// The alignment to apply once there are pages and a view.
  var pendingArrival: Arrival? = .top
  var swipe = 0.0

  /// Makes a viewport at the beginning of a document, which fits the page, or in a continuous layout its width.
  ///
  /// - Parameters:
  ///   - pages: The pages, in their order.
  ///   - sizes: The pages' sizes at scale 1 as they are shown, in points, as far as they are known.
  ///   - viewSize: The size of the view, in its units.
  ///   - pixelRatio: Pixels of the screen a unit of the view.
  ///   - displayMode: How the pages are laid out.
  public init(
    pages: [PageID] = [], sizes: [PageID: ViewSize] = [:], viewSize: ViewSize = .zero,
    pixelRatio: Double = 1, displayMode: DisplayMode = .singlePage
  ) {
    self.viewSize = .zero
    self.pixelRatio = 1
    layout = PageLayout(pages: pages, sizes: sizes)
    mode = displayMode
    fit = .usual(in: displayMode)
    resize(to: viewSize, pixelRatio: pixelRatio)
  }

  /// Whether there is nothing to see: no pages, or no view.
  var isEmpty: Bool { layout.count == 0 || !hasView }
  var hasView: Bool { viewSize.width >= 1 && viewSize.height >= 1 }
}

/// How the pages of a document are laid out in a window.
public enum DisplayMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One page at a time; swiping goes to the next.
  case singlePage
  /// All pages below one another; scrolling goes through them.
  case singlePageContinuous
}
