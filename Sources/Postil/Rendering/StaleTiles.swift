public import PostilModel

/// Tiles of a page that an edit made out of date.
public struct StaleTiles: Sendable {
  /// The page.
  public let page: PageID
  /// The parts of the page that look different, in page space.
  public let areas: [PageRect]
  /// Whether all of the page looks different, or may: it was turned, cropped or resized, its content was replaced, or poppler has to draw
  /// it anew.
  public let isWholePage: Bool
  let view: PageView
  /// How the page looked before.
  let viewBefore: PageView

  /// Whether a tile is out of date. Tiles that are not look as they did.
  public func contains(_ tile: TileID) -> Bool {
    guard tile.page == page else { return false }
    guard !isWholePage, let grid = try? TileGrid(view, scale: tile.scale, size: tile.size) else {
      return isWholePage
    }
    let covered = grid.pageRect(column: tile.column, row: tile.row)
    return areas.contains { $0.intersects(covered) }
  }
}

extension PageRenderer {
  /// The tiles that edits make out of date, as it happens: of pages that were shown before, exactly those that an
  /// edit touches. Moving a page makes none of its tiles stale, turning it all of them. Every call gives a
  /// stream of its own, which ends with the document or the renderer.
  public func staleTiles() -> AsyncStream<StaleTiles> { broadcast.listen(to: document.changes(), views) }
}
