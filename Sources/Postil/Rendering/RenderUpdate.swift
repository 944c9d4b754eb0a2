public import PostilModel
public import PostilRender

/// A picture that became ready, for a viewer to show.
public enum RenderUpdate: Sendable {
  /// A page as a whole at low quality, to be stretched over the page until its tiles come.
  case preview(PageID, PageImage)
  /// A piece of a page at full quality.
  case tile(Tile)
  /// A page, or a tile of it, that cannot be shown, and why.
  case failed(PageID, TileID?, PDFError)
}
