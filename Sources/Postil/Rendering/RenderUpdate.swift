public import PostilModel
public import PostilRender

/// A picture that became ready, for a viewer to show, or why there is none. More kinds may come: one that has none of
/// what is below can be passed over.
public struct RenderUpdate: Sendable {
  package enum Content: Sendable {
    case preview(PageImage)
    case tile(Tile)
    case failure(TileID?, PDFError)
  }

  /// The page.
  public let page: PageID
  package let content: Content

  /// The page as a whole at low quality, to be stretched over the page until its tiles come.
  public var preview: PageImage? { if case .preview(let image) = content { image } else { nil } }

  /// A piece of the page at full quality.
  public var tile: Tile? { if case .tile(let tile) = content { tile } else { nil } }

  /// Why the page, or ``failedTile`` of it, cannot be shown.
  public var error: PDFError? { if case .failure(_, let error) = content { error } else { nil } }

  /// The tile that cannot be shown; `nil` if it is the whole page, or if there is no ``error``.
  public var failedTile: TileID? { if case .failure(let tile, _) = content { tile } else { nil } }

  package static func preview(_ page: PageID, _ image: PageImage) -> RenderUpdate {
    RenderUpdate(page: page, content: .preview(image))
  }

  package static func tile(_ tile: Tile) -> RenderUpdate {
    RenderUpdate(page: tile.id.page, content: .tile(tile))
  }

  package static func failed(_ page: PageID, _ tile: TileID?, _ error: PDFError) -> RenderUpdate {
    RenderUpdate(page: page, content: .failure(tile, error))
  }
}
