public import PostilModel
public import PostilRender

/// A piece of a page, painted.
public struct Tile: Sendable, Identifiable {
  /// Which piece.
  public let id: TileID
  /// Where it belongs in the view of the page, in pixels from the upper left corner of the page as it is shown.
  public let frame: ViewRect
  /// The picture, as many pixels as the frame.
  public let image: PageImage
}
