@testable import PostilViewer

extension PageViewport {
  /// Pages of 600 × 800 points in a view of 1,000 × 700 at zoom 1, at the beginning.
  static func sample(
    _ mode: DisplayMode, count: Int = 10, view: ViewSize = ViewSize(width: 1_000, height: 700),
    sizes: [Int: ViewSize] = [:]
  ) -> PageViewport {
    let pages = (1...max(count, 1)).prefix(count).map(PageID.init)
    let all = Dictionary(uniqueKeysWithValues: pages.map { ($0, sizes[$0.number] ?? .portrait) })
    var viewport = PageViewport(pages: pages, sizes: all, viewSize: view, displayMode: mode)
    viewport.zoom(to: 1)
    viewport.go(to: 0)
    return viewport
  }

  var centre: ViewPoint { ViewPoint(x: viewSize.width / 2, y: viewSize.height / 2) }
  var currentFrame: ViewRect? { currentPage.flatMap { frame(of: $0) } }
}

extension ViewSize {
  static let portrait = ViewSize(width: 600, height: 800)
}

extension ViewRect {
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func isNear(_ other: ViewRect?, within tolerance: Double = 1e-4) -> Bool {
    guard let other else { return false }
    return [x - other.x, y - other.y, width - other.width, height - other.height]
      .allSatisfy { abs($0) <= tolerance }
  }
}

extension ViewPoint {
  func isNear(_ other: ViewPoint?, within tolerance: Double = 1e-4) -> Bool {
    guard let other else { return false }
    return abs(x - other.x) <= tolerance && abs(y - other.y) <= tolerance
  }
}
