import PostilViewer

/// Grids for tests, and the frames that they should have.
enum GridSample {
  static func pages(_ count: Int) -> [PageID] { (0..<count).map { PageID(number: $0 + 1) } }

  static func grid(
    _ count: Int, width: Double = 400, height: Double = 600, metrics: GridMetrics = GridMetrics()
  ) -> PageGrid {
    PageGrid(pages: pages(count), viewSize: ViewSize(width: width, height: height), metrics: metrics)
  }
}

extension PageGrid {
  /// The middle of a page's cell in the view.
  func middle(ofIndex index: Int) -> ViewPoint {
    cell(ofIndex: index)?.bounds.middle ?? ViewPoint(x: .nan, y: .nan)
  }

  /// The order that the pages are shown in.
  var shownOrder: [PageID] {
    pages.indices.compactMap { cell(ofIndex: $0) }.sorted { $0.slot < $1.slot }.map(\.page)
  }
}

extension ViewRect {
  var middle: ViewPoint { ViewPoint(x: x + width / 2, y: y + height / 2) }
  var right: Double { x + width }
  var bottom: Double { y + height }
}
