public import PostilModel

/// The name of a tile: a square piece of a page at a scale, counted from the upper left corner of the page as it
/// is shown. Those at the right and lower edges are as large as what is left of the page.
public struct TileID: Sendable, Hashable {
  /// The page.
  public var page: PageID
  /// Pixels a unit of page space; 1 is 72 dpi, unless the page has larger units.
  public var scale: Double
  /// The length of a side, in pixels, 16 to 4,096.
  public var size: Int
  /// The place from the left, from 0.
  public var column: Int
  /// The place from the top, from 0.
  public var row: Int

  /// Names a tile.
  public init(page: PageID, scale: Double, size: Int = TileID.defaultSize, column: Int, row: Int) {
    self.page = page
    self.scale = scale
    self.size = size
    self.column = column
    self.row = row
  }

  /// The length of a side unless another is asked for, in pixels.
  public static let defaultSize = 512
}

extension TileID: CustomStringConvertible {
  /// The page, the scale and the place: `page 3 at 2: column 0, row 1`.
  public var description: String { "\(page) at \(scale.shortText): column \(column), row \(row)" }
}
