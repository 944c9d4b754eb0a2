import Postil

extension PageViewport {
  /// Converts a point of a page to the view; `nil` if the page is not laid out, such as one beside a single page.
  ///
  /// - Parameters:
  ///   - point: The point, in points at scale 1 from the upper left corner of the page as it is shown.
  ///   - page: The page.
  public func viewPoint(_ point: ViewPoint, on page: PageID) -> ViewPoint? {
    guard let frame = frame(of: page), let index = layout.index(of: page) else { return nil }
    let size = layout.size(at: index)
    return ViewPoint(
      x: frame.x + point.x / size.width * frame.width, y: frame.y + point.y / size.height * frame.height)
  }

  /// The visible page at a point of the view, and the point there in points at scale 1 from the upper left corner of
  /// the page as it is shown.
  public func pagePoint(at point: ViewPoint) -> (page: PageID, point: ViewPoint)? {
    guard let visible = visiblePage(at: point) else { return nil }
    return pagePoint(at: point, on: visible.page).map { (visible.page, $0) }
  }

  /// Converts a point of the view to a page, in points at scale 1; the point may lie beside the page. `nil` if the
  /// page is not laid out.
  public func pagePoint(at point: ViewPoint, on page: PageID) -> ViewPoint? {
    guard let frame = frame(of: page), let index = layout.index(of: page) else { return nil }
    let size = layout.size(at: index)
    return ViewPoint(
      x: (point.x - frame.x) / frame.width * size.width, y: (point.y - frame.y) / frame.height * size.height)
  }

  /// The size of a page at scale 1, in points; an estimate until it is known. `nil` if there is no such page.
  public func size(of page: PageID) -> ViewSize? { layout.index(of: page).map { layout.size(at: $0) } }
}
