import Postil

/// Content coordinates: the scrollable content is one page or all pages with the gaps around them, in units of the
/// view, and the view scrolls over it.
extension PageViewport {
  var contentSize: ViewSize {
    switch mode {
    case .singlePage:
      let size = layout.size(at: currentIndex)
      return ViewSize(width: size.width * zoom + 2 * Self.gap, height: size.height * zoom + 2 * Self.gap)
    case .singlePageContinuous:
      return ViewSize(
        width: layout.largest.width * zoom + 2 * Self.gap, height: layout.height(zoom: zoom, gap: Self.gap))
    }
  }

  /// The frame of a page in the content; in a single page layout, as if it were the current page.
  func contentFrame(at index: Int) -> ViewRect {
    let size = layout.size(at: index)
    let (width, height) = (size.width * zoom, size.height * zoom)
    switch mode {
    case .singlePage:
      return ViewRect(x: Self.gap, y: Self.gap, width: width, height: height)
    case .singlePageContinuous:
      let top = layout.top(of: index, zoom: zoom, gap: Self.gap)
      return ViewRect(x: (contentSize.width - width) / 2, y: top, width: width, height: height)
    }
  }

  /// The scroll offset: the point of the content in the view's upper left corner.
  var origin: ViewPoint {
    let point = contentPoint(centre)
    return limited(ViewPoint(x: point.x - viewSize.width / 2, y: point.y - viewSize.height / 2))
  }

  /// Clamps a scroll offset to the content; content smaller than the view is centered.
  func limited(_ origin: ViewPoint) -> ViewPoint {
    let content = contentSize
    return ViewPoint(
      x: Self.limited(origin.x, content: content.width, view: viewSize.width),
      y: Self.limited(origin.y, content: content.height, view: viewSize.height))
  }

  private static func limited(_ start: Double, content: Double, view: Double) -> Double {
    content <= view ? (content - view) / 2 : min(max(start, 0), content - view)
  }

  /// The point of an anchor in the content.
  func contentPoint(_ anchor: ScrollAnchor) -> ViewPoint {
    let frame = contentFrame(at: layout.limited(anchor.index))
    return ViewPoint(
      x: frame.x + anchor.x * frame.width, y: frame.y + anchor.y * frame.height + anchor.beyond)
  }

  /// The anchor at a point of the content, on the nearest page.
  func anchor(at point: ViewPoint) -> ScrollAnchor {
    let index =
      mode == .singlePage ? currentIndex : layout.index(at: point.y, zoom: zoom, gap: Self.gap)
    let frame = contentFrame(at: index)
    let y = min(max(point.y - frame.y, 0), frame.height)
    return ScrollAnchor(
      index: index, x: (point.x - frame.x) / frame.width, y: y / frame.height, beyond: point.y - frame.y - y)
  }

  /// The anchor in the center of a view with a scroll offset.
  func centre(from origin: ViewPoint) -> ScrollAnchor {
    anchor(at: ViewPoint(x: origin.x + viewSize.width / 2, y: origin.y + viewSize.height / 2))
  }
}

/// A position in a document that does not depend on zoom or the view's size.
struct ScrollAnchor: Sendable, Equatable {
  /// The page's index; it may lie beyond the last page until the pages are known.
  var index: Int
  /// Fraction of the page's width; beside the page it is below 0 or above 1.
  var x: Double
  /// Fraction of the page's height, 0…1.
  var y: Double
  /// The distance above (negative) or below the page, in units of the view: gaps do not scale with zoom.
  var beyond = 0.0

  /// The upper edge of the first page.
  static let start = ScrollAnchor(index: 0, x: 0.5, y: 0)
}
