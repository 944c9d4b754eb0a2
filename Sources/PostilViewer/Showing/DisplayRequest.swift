/// A request of a ``PageDisplay`` to the renderer. Two are equal if the same tiles are visible.
struct DisplayRequest: Equatable {
  let viewport: Viewport
  /// Viewports that may be next; they are rendered with the lowest priority.
  var neighbours: [Viewport]
  var isDone = false
  private let ranges: [TileRange]

  init(_ viewport: Viewport, neighbours: [Viewport] = []) {
    (self.viewport, self.neighbours) = (viewport, neighbours)
    ranges = viewport.areas.map { TileRange($0, size: viewport.tileSize) }
  }

  static func == (a: DisplayRequest, b: DisplayRequest) -> Bool {
    a.viewport.scale == b.viewport.scale && a.viewport.tileSize == b.viewport.tileSize && a.ranges == b.ranges
  }

  /// The visible pages and their neighbors.
  var pages: Set<PageID> { Set(([viewport] + neighbours).flatMap(\.areas).map(\.page)) }

  /// The tiles that intersect an area.
  func tiles(of area: Viewport.Area) -> Set<TileID> {
    let range = TileRange(area, size: viewport.tileSize)
    var tiles: Set<TileID> = []
    for row in range.rows {
      for column in range.columns {
        tiles.insert(
          TileID(page: area.page, scale: viewport.scale, size: viewport.tileSize, column: column, row: row))
      }
    }
    return tiles
  }

  /// The tiles that intersect an area, row by row.
  func orderedTiles(of area: Viewport.Area) -> [TileID] {
    tiles(of: area).sorted { ($0.row, $0.column) < ($1.row, $1.column) }
  }

  /// Whether tiles of an area's page are in it or near it.
  func isNear(_ area: Viewport.Area) -> (TileID) -> Bool {
    let range = TileRange(area, size: viewport.tileSize)
    return { tile in
      range.columns.lowerBound - 3 <= tile.column && tile.column < range.columns.upperBound + 3
        && range.rows.lowerBound - 3 <= tile.row && tile.row < range.rows.upperBound + 3
    }
  }
}

/// The rows and columns of tiles that intersect an area of a page.
private struct TileRange: Equatable {
  let page: PageID
  let columns: Range<Int>
  let rows: Range<Int>

  init(_ area: Viewport.Area, size: Int) {
    page = area.page
    columns = Self.range(area.rect.x, area.rect.width, size)
    rows = Self.range(area.rect.y, area.rect.height, size)
  }

  private static func range(_ start: Double, _ length: Double, _ size: Int) -> Range<Int> {
    let (end, size) = (start + length, max(size, 1))
    guard length > 0, end > 0, end < 1e9, abs(start) < 1e9 else { return 0..<0 }
    let low = Int(max(start, 0)) / size
    // Ignore errors of rounding: the renderer makes no tile of them.
    let last = Int(max((end - 1e-6).rounded(.down), 0)) / size
    return low..<max(last, low) + 1
  }
}
