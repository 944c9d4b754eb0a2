/// The sheets of the pages that are seen, were seen lately, or may be seen next.
struct DisplayedPages {
  private var displayedPages: [PageID: PageTiles] = [:]
  /// The pages that have a sheet, the latest seen last.
  private var recent: [PageID] = []
  private var pictureCount = 0

  /// What there is of a page.
  subscript(page: PageID) -> PageTiles? { displayedPages[page] }

  /// Forgets all.
  mutating func removeAll() { (displayedPages, recent) = ([:], []) }

  /// Forgets a page.
  mutating func remove(_ page: PageID) {
    displayedPages[page] = nil
    recent.removeAll { $0 == page }
  }

  /// Begins to wait for what a request asks for, and forgets the pages that were not seen for the longest time.
  ///
  /// - Parameter lingering: How many pages out of sight are kept.
  mutating func prepare(for request: DisplayRequest, lingering: Int) {
    for area in request.viewport.areas {
      let (page, visible) = (area.page, request.tiles(of: area))
      displayedPages[page, default: PageTiles()].await(visible, scale: request.viewport.scale)
      recent.removeAll { $0 == page }
      recent.append(page)
    }
    let excess = recent.count - request.viewport.areas.count - min(max(lingering, 0), 1 << 30)
    for page in recent.prefix(max(excess, 0)) { displayedPages[page] = nil }
    recent.removeFirst(max(excess, 0))
    for area in request.viewport.areas { displayedPages[area.page]?.keep(request.isNear(area)) }
  }

  /// Changes the sheet of a page, if there is one.
  mutating func change(_ page: PageID, _ body: (inout PageTiles) -> Void) {
    if var pageTiles = displayedPages.removeValue(forKey: page) {
      body(&pageTiles)
      displayedPages[page] = pageTiles
    }
  }

  /// Puts something on the sheet of a page, which gets one if it has none.
  ///
  /// - Parameter body: Returns whether something is to be painted anew.
  /// - Returns: That, and whether nothing visible is missing any more.
  mutating func put(
    on page: PageID, _ body: (inout PageTiles) -> Bool
  ) -> (isChanged: Bool, isComplete: Bool) {
    var pageTiles = displayedPages.removeValue(forKey: page) ?? PageTiles()
    if !recent.contains(page) { recent.append(page) }
    let wasAwaited = !pageTiles.awaited.isEmpty
    let isChanged = body(&pageTiles)
    displayedPages[page] = pageTiles
    return (isChanged, wasAwaited && pageTiles.awaited.isEmpty)
  }

  /// A picture with a name of its own.
  mutating func picture(_ image: PageImage, _ frame: ViewRect?) -> DisplayedImage {
    pictureCount += 1
    return DisplayedImage(id: PagePicture.ID(number: pictureCount), image: image, frame: frame)
  }
}
