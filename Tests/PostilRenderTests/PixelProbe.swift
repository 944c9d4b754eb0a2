import PostilRender

extension PageImage {
  /// The pixel at a place, counted from the upper left corner: 0xAARRGGBB.
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    withPixels { $0.loadUnaligned(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self) }
  }

  /// The rectangle of all pixels of a colour: left, top, right and bottom, the last two exclusive.
  func box(of color: UInt32) -> [Int]? {
    var box: [Int]?
    for y in 0..<height {
      for x in 0..<width where pixel(x, y) == color {
        let old = box ?? [x, y, x, y]
        box = [min(old[0], x), min(old[1], y), max(old[2], x + 1), max(old[3], y + 1)]
      }
    }
    return box
  }
}
