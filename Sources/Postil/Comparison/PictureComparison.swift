import Foundation
import PostilModel
import PostilRender
import PostilRenderProtocol

/// Where two pictures of a page differ by more than antialiasing.
struct PictureComparison {
  /// Levels that a channel may differ by.
  private static let tolerance = 40
  /// The side of the squares that differences are gathered in, in pixels.
  private static let cell = 8

  /// Rectangles of pixels, so many that each difference is in one.
  let areas: [PixelRect]

  /// - Complexity: O(pixels).
  init(_ old: PageImage, _ new: PageImage) {
    let (width, height) = (min(old.width, new.width), min(old.height, new.height))
    let columns = (width + Self.cell - 1) / Self.cell
    var cells: Set<Int> = []
    old.withPixels { a in
      new.withPixels { b in
        for y in 0..<height where !Self.isSame(a, old, b, new, y, width) {
          for x in 0..<width where Self.differ(a, old, b, new, x, y) {
            let isSeen =
              Self.isOutside(a, old, x, y, b, new, width, height)
              || Self.isOutside(b, new, x, y, a, old, width, height)
            if isSeen { cells.insert(y / Self.cell * columns + x / Self.cell) }
          }
        }
      }
    }
    areas = Self.boxes(of: cells, columns).map {
      PixelRect(
        x: $0.x, y: $0.y, width: min($0.width, width - $0.x), height: min($0.height, height - $0.y))
    }
  }

  private static func pixel(_ bytes: UnsafeRawBufferPointer, _ image: PageImage, _ x: Int, _ y: Int) -> UInt32
  {
    bytes.loadUnaligned(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self)
  }

  private static func isSame(
    _ a: UnsafeRawBufferPointer, _ old: PageImage, _ b: UnsafeRawBufferPointer, _ new: PageImage, _ y: Int,
    _ width: Int
  ) -> Bool {
    guard let a = a.baseAddress, let b = b.baseAddress else { return true }
    return memcmp(a + y * old.bytesPerRow, b + y * new.bytesPerRow, width * 4) == 0
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    if a == b { return 0 }
    return (0..<3).reduce(0) { largest, channel in
      let (x, y) = (Int(a >> UInt32(8 * channel) & 255), Int(b >> UInt32(8 * channel) & 255))
      return max(largest, abs(x - y))
    }
  }

  private static func differ(
    _ a: UnsafeRawBufferPointer, _ old: PageImage, _ b: UnsafeRawBufferPointer, _ new: PageImage, _ x: Int,
    _ y: Int
  ) -> Bool { distance(pixel(a, old, x, y), pixel(b, new, x, y)) > tolerance }

  /// Whether a pixel is lighter or darker than all around its place in the other picture: an edge that was drawn a little off is not.
  private static func isOutside(
    _ a: UnsafeRawBufferPointer, _ image: PageImage, _ x: Int, _ y: Int, _ b: UnsafeRawBufferPointer,
    _ other: PageImage, _ width: Int, _ height: Int
  ) -> Bool {
    let mine = pixel(a, image, x, y)
    var (low, high) = (SIMD3<Int>(repeating: 255), SIMD3<Int>(repeating: 0))
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      for column in max(x - 1, 0)...min(x + 1, width - 1) {
        let value = channels(pixel(b, other, column, row))
        low = pointwiseMin(low, value)
        high = pointwiseMax(high, value)
      }
    }
    let value = channels(mine)
    let slack = SIMD3(repeating: tolerance)
    return any(value .< low &- slack) || any(value .> high &+ slack)
  }

  private static func channels(_ pixel: UInt32) -> SIMD3<Int> {
    SIMD3(Int(pixel & 255), Int(pixel >> 8 & 255), Int(pixel >> 16 & 255))
  }

  /// The boxes of connected squares; boxes that touch each other become one.
  private static func boxes(of cells: Set<Int>, _ columns: Int) -> [PixelRect] {
    var (rest, boxes): (Set<Int>, [PixelRect]) = (cells, [])
    while let start = rest.min() {
      rest.remove(start)
      var stack = [start]
      var box = PixelRect(x: start % columns, y: start / columns, width: 1, height: 1)
      while let next = stack.popLast() {
        let (x, y) = (next % columns, next / columns)
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
        for row in y - 2...y + 2 {
          for column in max(x - 2, 0)...min(x + 2, columns - 1) {
            if rest.remove(row * columns + column) != nil { stack.append(row * columns + column) }
          }
        }
      }
      boxes.append(box)
    }
    return boxes.map {
      PixelRect(x: $0.x * cell, y: $0.y * cell, width: $0.width * cell, height: $0.height * cell)
    }
  }
}
