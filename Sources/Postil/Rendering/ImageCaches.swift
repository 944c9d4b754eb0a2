import PostilModel
import PostilRender

/// The images that a renderer keeps in memory.
final class ImageCaches: Sendable {
  /// What a tile is kept by.
  enum TileKey: Hashable, Sendable {
    /// The page's own content, which is the same whatever is drawn over it.
    case base(PageArea)
    /// With annotations of this session painted over it.
    case shown(TileID)
  }

  /// What a preview or a thumbnail is kept by.
  struct PreviewKey: Hashable, Sendable {
    let renderKey: PageRenderKey
    let side: Int
  }

  /// A tile as it was before the latest edits.
  struct OutdatedTile: Sendable {
    let image: PageImage
    /// How its page looked then.
    let view: PageView
  }

  let tiles: ByteLimitedCache<TileKey, PageImage>
  /// What an edit made out of date: what has come on top of it is painted over it, which takes a stroke and not all that is
  /// below.
  let outdated: ByteLimitedCache<TileID, OutdatedTile>
  let previews: ByteLimitedCache<PreviewKey, PageImage>

  init(_ options: RenderOptions) {
    tiles = ByteLimitedCache(byteLimit: options.tileMemory)
    outdated = ByteLimitedCache(byteLimit: options.tileMemory / 8)
    previews = ByteLimitedCache(byteLimit: options.previewMemory)
  }

  func keep(_ image: PageImage, for key: TileKey) { tiles.insert(image, for: key, cost: image.byteCount) }

  func keep(_ image: PageImage, for key: PreviewKey) {
    previews.insert(image, for: key, cost: image.byteCount)
  }

  /// Takes in what an engine made.
  func keep(_ image: PageImage, for request: RenderRequest) {
    switch request {
    case .tile(_, let area): keep(image, for: .base(area))
    case .preview(let area, let side): keep(image, for: PreviewKey(renderKey: area.renderKey, side: side))
    case .page, .svg, .fonts, .text, .ownText, .layout, .drawings: break
    }
  }

  /// Drops the tiles that an edit made out of date, and what was drawn of snapshots that the page no longer has. What was
  /// drawn of its source is never out of date.
  func drop(_ stale: StaleTiles) {
    let (current, snapshots) = (stale.view.renderKey, stale.view.snapshots)
    func isGone(_ key: PageRenderKey) -> Bool {
      guard let snapshot = key.snapshot else { return false }
      return !snapshots.contains(snapshot) && key.index == current.index && key.source == current.source
    }
    let removed = tiles.removeAll { key in
      switch key {
      case .shown(let tile): stale.contains(tile)
      case .base(let area): isGone(area.renderKey)
      }
    }
    for case (.shown(let id), let image) in removed where !stale.isWholePage {
      outdated.insert(OutdatedTile(image: image, view: stale.viewBefore), for: id, cost: image.byteCount)
    }
    previews.removeAll { isGone($0.renderKey) }
  }
}

extension PageImage {
  /// The memory that it takes.
  var byteCount: Int { bytesPerRow * height }
}
