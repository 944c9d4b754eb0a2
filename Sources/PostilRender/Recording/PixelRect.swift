/// A rectangle of whole pixels in the view of a page: origin at its upper left corner, y down.
package struct PixelRect: Sendable, Hashable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  var maxX: Int { x + width }
  var maxY: Int { y + height }

  /// Whether it contains another.
  func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The rectangle with each side moved outwards.
  func expanded(by distance: Int) -> PixelRect {
    PixelRect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }
}
