/// The images of a displayed page: a preview, tiles of the current scale, and tiles of the previous scale as a fallback
/// until the current ones are complete.
///
/// After an edit, new tiles are held back until all of them are ready, so that an edit is never shown in part.
struct PageTiles {
  private(set) var preview: DisplayedImage?
  private(set) var tiles: [TileID: DisplayedImage] = [:]
  private(set) var older: [DisplayedImage] = []
  /// Visible tiles that were requested and have not arrived.
  private(set) var pending: Set<TileID> = []
  /// Tiles that arrived since an edit; `nil` when nothing is held back.
  private(set) var held: [TileID: DisplayedImage]?

  /// Whether tiles that arrived since an edit are not shown yet.
  var isHeldBack: Bool { held != nil && !pending.isEmpty }

  /// The images to paint, in z-order from the bottom.
  var pictures: [DisplayedImage] { (preview.map { [$0] } ?? []) + older + tiles.values }

  /// Expects the visible tiles of a scale.
  mutating func expect(_ visible: Set<TileID>, scale: Double) {
    change(to: scale)
    pending = held == nil ? visible.filter { tiles[$0] == nil } : visible
    settle()
  }

  /// Makes the tiles of another scale the fallback: tiles of two scales are never mixed.
  private mutating func change(to scale: Double) {
    guard let present = (tiles.keys.first ?? held?.keys.first)?.scale, present != scale else { return }
    // Keep the last complete scale as the fallback.
    if older.isEmpty || pending.isEmpty { older = Array(tiles.values) }
    tiles = [:]
    if held != nil { held = [:] }
  }

  /// The page was edited: holds tiles back until all of ``pending`` have arrived.
  mutating func holdBack() { held = [:] }

  /// Adds a tile. Returns whether to repaint.
  mutating func insert(_ id: TileID, _ picture: DisplayedImage) -> Bool {
    change(to: id.scale)
    pending.remove(id)
    // Keep the id of unchanged pixels, so that the view keeps its texture.
    let unchanged = tiles[id].flatMap { $0.image.hasSamePixels(as: picture.image) ? $0 : nil }
    if held != nil {
      held?[id] = unchanged ?? picture
      return settle()
    }
    if unchanged == nil { tiles[id] = picture }
    return settle() || unchanged == nil
  }

  /// Sets the preview. Returns whether to repaint.
  mutating func setPreview(_ picture: DisplayedImage) -> Bool {
    guard preview?.image.hasSamePixels(as: picture.image) != true else { return false }
    preview = picture
    return true
  }

  /// A tile failed. Returns whether to repaint.
  mutating func fail(_ id: TileID) -> Bool {
    pending.remove(id)
    return settle()
  }

  /// The request is complete. Returns whether to repaint.
  mutating func finish() -> Bool {
    pending = []
    return settle()
  }

  /// Rotates the images with the page until it is rendered again.
  mutating func turn(by turn: PageRotation, in page: ViewSize) {
    preview = preview?.turned(by: turn, in: page)
    older = (older + tiles.values).map { $0.turned(by: turn, in: page) }
    tiles = [:]
    pending = []
    held = nil
  }

  /// Drops tiles that are far from the view.
  mutating func dropTiles(unless isNear: (TileID) -> Bool) {
    tiles = tiles.filter { isNear($0.key) }
  }

  /// Shows the tiles held back and drops the fallback, once nothing is pending.
  @discardableResult
  private mutating func settle() -> Bool {
    guard pending.isEmpty, held != nil || !older.isEmpty else { return false }
    // Tiles that failed would show the page before the edit.
    if let new = held, !new.isEmpty { tiles = new }
    held = nil
    older = []
    return true
  }
}
