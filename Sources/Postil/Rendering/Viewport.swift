public import PostilModel

/// What a viewer shows: parts of one or several pages, all at one scale.
public struct Viewport: Sendable, Hashable {
  /// A part of a page.
  public struct Area: Sendable, Hashable {
    /// The page.
    public var page: PageID
    /// The part, in pixels from the upper left corner of the page as it is shown; what lies off the page
    /// does not count.
    public var rect: ViewRect

    /// Makes an area.
    public init(page: PageID, rect: ViewRect) {
      self.page = page
      self.rect = rect
    }
  }

  /// What is seen, the most important page first.
  public var areas: [Area]
  /// Pixels of the screen a unit of page space (``PDFPage/userUnit``), so that a screen with two pixels a unit doubles it.
  public var scale: Double
  /// The length of a tile's side, in pixels, 16 to 4,096.
  public var tileSize: Int

  /// Makes a viewport of parts of several pages.
  public init(areas: [Area], scale: Double, tileSize: Int = TileID.defaultSize) {
    self.areas = areas
    self.scale = scale
    self.tileSize = tileSize
  }

  /// Makes a viewport of a part of one page.
  public init(page: PageID, rect: ViewRect, scale: Double, tileSize: Int = TileID.defaultSize) {
    self.init(areas: [Area(page: page, rect: rect)], scale: scale, tileSize: tileSize)
  }
}
