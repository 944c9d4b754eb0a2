import Postil

/// The pixels of a picture, from the upper left.
struct Pixels {
  let width: Int
  let height: Int
  private let values: [UInt32]

  init(_ image: PageImage) {
    (width, height) = (image.width, image.height)
    let (width, height) = (width, height)
    values = image.withPixels { bytes in
      var values: [UInt32] = []
      for y in 0..<height {
        for x in 0..<width {
          values.append(bytes.load(fromByteOffset: y * image.bytesPerRow + x * 4, as: UInt32.self))
        }
      }
      return values
    }
  }

  private func part(_ x: Int, _ y: Int, _ shift: UInt32) -> Int {
    Int((values[y * width + x] >> shift) & 0xFF)
  }

  func isDark(_ x: Int, _ y: Int) -> Bool { part(x, y, 8) < 128 }
  func isRed(_ x: Int, _ y: Int) -> Bool { part(x, y, 16) > part(x, y, 8) + 60 }

  /// All places of a kind.
  func places(where isIncluded: (Int, Int) -> Bool) -> [(x: Int, y: Int)] {
    var places: [(x: Int, y: Int)] = []
    for y in 0..<height {
      for x in 0..<width where isIncluded(x, y) { places.append((x, y)) }
    }
    return places
  }
}
