/// What there is to be shown of a page: a preview, tiles of the present scale, and those of the scale before until
/// the present ones have come.
///
/// After an edit the tiles that show it are held back until all of them are there: half of an edit is never seen.
struct PageTiles {
  private(set) var preview: DisplayedImage?
  private(set) var tiles: [TileID: DisplayedImage] = [:]
  private(set) var older: [DisplayedImage] = []
  /// Visible tiles that were asked for and have not come.
  private(set) var awaited: Set<TileID> = []
  /// What has come since an edit; `nil` when nothing is held back.
  private(set) var held: [TileID: DisplayedImage]?

  /// Whether something that came since an edit is not shown yet.
  var isHeldBack: Bool { held != nil && !awaited.isEmpty }

  /// What is painted, the lowest first.
  var pictures: [DisplayedImage] { (preview.map { [$0] } ?? []) + older + tiles.values }

  /// Begins to wait for the visible tiles of a scale.
  mutating func await(_ visible: Set<TileID>, scale: Double) {
    change(to: scale)
    awaited = held == nil ? visible.filter { tiles[$0] == nil } : visible
    settle()
  }

  /// Puts the tiles of another scale aside, so that those of two are never mixed.
  private mutating func change(to scale: Double) {
    guard let present = (tiles.keys.first ?? held?.keys.first)?.scale, present != scale else { return }
    // A scale that never came whole must not take the place of one that did.
    if older.isEmpty || awaited.isEmpty { older = Array(tiles.values) }
    tiles = [:]
    if held != nil { held = [:] }
  }

  /// Notes that the page looks different now: tiles are held back until all of ``awaited`` have come.
  mutating func hold() { held = [:] }

  /// Takes in a tile. Returns whether something is to be painted anew.
  mutating func take(_ id: TileID, _ picture: DisplayedImage) -> Bool {
    change(to: id.scale)
    awaited.remove(id)
    // What is shown already keeps its name, and with it what the view made of it.
    let known = tiles[id].flatMap { $0.image.hasSamePixels(as: picture.image) ? $0 : nil }
    if held != nil {
      held?[id] = known ?? picture
      return settle()
    }
    if known == nil { tiles[id] = picture }
    return settle() || known == nil
  }

  /// Takes in a preview. Returns whether something is to be painted anew.
  mutating func take(_ picture: DisplayedImage) -> Bool {
    guard preview?.image.hasSamePixels(as: picture.image) != true else { return false }
    preview = picture
    return true
  }

  /// Notes that a tile will not come.
  mutating func giveUp(_ id: TileID) -> Bool {
    awaited.remove(id)
    return settle()
  }

  /// Notes that all that was asked for has come.
  mutating func finish() -> Bool {
    awaited = []
    return settle()
  }

  /// Turns what is there along with the page, of a size, until it is drawn anew.
  mutating func turn(by turn: PageRotation, in page: ViewSize) {
    preview = preview?.turned(by: turn, in: page)
    older = (older + tiles.values).map { $0.turned(by: turn, in: page) }
    tiles = [:]
    awaited = []
    held = nil
  }

  /// Forgets tiles but for some: those out of sight.
  mutating func keep(_ isKept: (TileID) -> Bool) {
    tiles = tiles.filter { isKept($0.key) }
  }

  /// Shows what was held back, and lets go of the scale before, once nothing is missing.
  @discardableResult
  private mutating func settle() -> Bool {
    guard awaited.isEmpty, held != nil || !older.isEmpty else { return false }
    // Tiles that did not come again show what was there before the edit.
    if let new = held, !new.isEmpty { tiles = new }
    held = nil
    older = []
    return true
  }
}
