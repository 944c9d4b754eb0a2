import Postil

/// How two pictures of the same thing differ.
package struct PixelDifference {
  /// A channel may differ by that much before its pixel counts.
  package static let tolerance = 16

  /// How many pixels differ by more than the tolerance, in any channel.
  package private(set) var count = 0
  /// The most that a channel differs by.
  package private(set) var largest = 0
  package private(set) var pixels = 0

  package init() {}

  /// The part of the pixels that differ, in per cent.
  package var percent: Double { pixels > 0 ? 100 * Double(count) / Double(pixels) : 0 }

  /// Compares a tile with its place in a whole picture. What lies off the picture differs.
  package mutating func add(_ tile: Tile, in whole: PageImage) {
    let (left, top) = (Int(tile.frame.x), Int(tile.frame.y))
    let image = tile.image
    pixels += image.width * image.height
    guard left + image.width <= whole.width, top + image.height <= whole.height else {
      count += image.width * image.height
      largest = 255
      return
    }
    image.withPixels { a in
      whole.withPixels { b in
        for row in 0..<image.height {
          let start = (top + row) * whole.bytesPerRow + left * 4
          let mine = a[(row * image.bytesPerRow)..<(row * image.bytesPerRow + image.width * 4)]
          let other = b[start..<(start + image.width * 4)]
          compare(UnsafeRawBufferPointer(rebasing: mine), UnsafeRawBufferPointer(rebasing: other))
        }
      }
    }
  }

  private mutating func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) {
    var index = 0
    while index < a.count {
      defer { index += 4 }
      let x = a.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      let y = b.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      guard x != y else { continue }
      var most = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        most = max(most, abs(Int((x >> shift) & 255) - Int((y >> shift) & 255)))
      }
      largest = max(largest, most)
      if most > Self.tolerance { count += 1 }
    }
  }
}
