import Postil

/// What is shown is a sheet, of one page or of all of them, over which the view moves. Points of the sheet are in units
/// of the view.
extension PageViewport {
  var sheetSize: ViewSize {
    switch mode {
    case .singlePage:
      let size = stack.size(at: currentIndex)
      return ViewSize(width: size.width * zoom + 2 * Self.gap, height: size.height * zoom + 2 * Self.gap)
    case .singlePageContinuous:
      return ViewSize(
        width: stack.largest.width * zoom + 2 * Self.gap, height: stack.height(zoom: zoom, gap: Self.gap))
    }
  }

  /// Where a page is on the sheet; a single page lies alone on its own.
  func sheetFrame(at index: Int) -> ViewRect {
    let size = stack.size(at: index)
    let (width, height) = (size.width * zoom, size.height * zoom)
    switch mode {
    case .singlePage:
      return ViewRect(x: Self.gap, y: Self.gap, width: width, height: height)
    case .singlePageContinuous:
      let top = stack.top(of: index, zoom: zoom, gap: Self.gap)
      return ViewRect(x: (sheetSize.width - width) / 2, y: top, width: width, height: height)
    }
  }

  /// The point of the sheet in the view's upper left corner.
  var origin: ViewPoint {
    let point = sheetPoint(centre)
    return limited(ViewPoint(x: point.x - viewSize.width / 2, y: point.y - viewSize.height / 2))
  }

  /// The nearest origin at which the sheet does not leave the view.
  func limited(_ origin: ViewPoint) -> ViewPoint {
    let pageTiles = sheetSize
    return ViewPoint(
      x: Self.limited(origin.x, pageTiles: pageTiles.width, view: viewSize.width),
      y: Self.limited(origin.y, pageTiles: pageTiles.height, view: viewSize.height))
  }

  private static func limited(_ start: Double, pageTiles: Double, view: Double) -> Double {
    pageTiles <= view ? (pageTiles - view) / 2 : min(max(start, 0), pageTiles - view)
  }

  /// Where a place is on the sheet.
  func sheetPoint(_ place: ScrollAnchor) -> ViewPoint {
    let frame = sheetFrame(at: stack.limited(place.index))
    return ViewPoint(
      x: frame.x + place.x * frame.width, y: frame.y + place.y * frame.height + place.beyond)
  }

  /// The place at a point of the sheet, on the nearest page.
  func place(at point: ViewPoint) -> ScrollAnchor {
    let index =
      mode == .singlePage ? currentIndex : stack.index(at: point.y, zoom: zoom, gap: Self.gap)
    let frame = sheetFrame(at: index)
    let y = min(max(point.y - frame.y, 0), frame.height)
    return ScrollAnchor(
      index: index, x: (point.x - frame.x) / frame.width, y: y / frame.height, beyond: point.y - frame.y - y)
  }

  /// The place in the centre of a view with an origin.
  func centre(from origin: ViewPoint) -> ScrollAnchor {
    place(at: ViewPoint(x: origin.x + viewSize.width / 2, y: origin.y + viewSize.height / 2))
  }
}
