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

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }

  /// Whether it contains another.
  package func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The rectangle with each side moved outwards.
  package func expanded(by distance: Int) -> PixelRect {
    PixelRect(x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }

  /// The smallest rectangle that contains both.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

extension PixelRect: MessageCodable {
  package init(from reader: inout MessageReader) throws(MessageError) {
    self.init(x: try reader.read(), y: try reader.read(), width: try reader.read(), height: try reader.read())
  }

  package func write(to writer: inout MessageWriter) {
    for value in [x, y, width, height] { writer.write(value) }
  }
}
