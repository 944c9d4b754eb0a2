/// The tiles of the pages that are visible, were visible recently, or may be next.
struct DisplayedPages {
  private var tiles: [PageID: PageTiles] = [:]
  /// The pages that have tiles, the most recently visible last.
  private var recent: [PageID] = []
  private var pictureCount = 0

  subscript(page: PageID) -> PageTiles? { tiles[page] }

  mutating func removeAll() { (tiles, recent) = ([:], []) }

  mutating func remove(_ page: PageID) {
    tiles[page] = nil
    recent.removeAll { $0 == page }
  }

  /// Expects the tiles of a request, and evicts the pages that were not visible for the longest time.
  ///
  /// - Parameter hiddenLimit: How many invisible pages keep their tiles.
  mutating func prepare(for request: DisplayRequest, hiddenLimit: Int) {
    for area in request.viewport.areas {
      let (page, visible) = (area.page, request.tiles(of: area))
      tiles[page, default: PageTiles()].expect(visible, scale: request.viewport.scale)
      recent.removeAll { $0 == page }
      recent.append(page)
    }
    let excess = recent.count - request.viewport.areas.count - min(max(hiddenLimit, 0), 1 << 30)
    for page in recent.prefix(max(excess, 0)) { tiles[page] = nil }
    recent.removeFirst(max(excess, 0))
    for area in request.viewport.areas { tiles[area.page]?.dropTiles(unless: request.isNear(area)) }
  }

  /// Changes the tiles of a page, if there are any.
  mutating func change(_ page: PageID, _ body: (inout PageTiles) -> Void) {
    if var pageTiles = tiles.removeValue(forKey: page) {
      body(&pageTiles)
      tiles[page] = pageTiles
    }
  }

  /// Updates the tiles of a page, which are made if there are none.
  ///
  /// - Parameter body: Returns whether to repaint.
  /// - Returns: That, and whether the visible part of the page became complete.
  mutating func update(
    _ page: PageID, _ body: (inout PageTiles) -> Bool
  ) -> (isChanged: Bool, isComplete: Bool) {
    var pageTiles = tiles.removeValue(forKey: page) ?? PageTiles()
    if !recent.contains(page) { recent.append(page) }
    let wasPending = !pageTiles.pending.isEmpty
    let isChanged = body(&pageTiles)
    tiles[page] = pageTiles
    return (isChanged, wasPending && pageTiles.pending.isEmpty)
  }

  /// An image with a new id.
  mutating func picture(_ image: PageImage, _ frame: ViewRect?) -> DisplayedImage {
    pictureCount += 1
    return DisplayedImage(id: PagePicture.ID(number: pictureCount), image: image, frame: frame)
  }
}
