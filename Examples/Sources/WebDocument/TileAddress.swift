/// A tile as a request names it.
public struct TileAddress: Equatable, Sendable {
  /// The index of the page, from 0.
  public var page: Int
  /// Pixels a point.
  public var scale: Double
  /// The place from the left, from 0.
  public var column: Int
  /// The place from the top, from 0.
  public var row: Int

  /// Names a tile.
  public init(page: Int, scale: Double, column: Int, row: Int) {
    self.page = page
    self.scale = scale
    self.column = column
    self.row = row
  }
}
