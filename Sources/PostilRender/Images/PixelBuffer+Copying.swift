import Foundation

extension PixelBuffer {
  /// Copies an image into a part of the buffer, clipped.
  package func place(_ image: PageImage, x: Int, y: Int) {
    let count = min(image.width, size.width - x) * 4
    guard x >= 0, y >= 0, count > 0, let target = bytes.baseAddress else { return }
    image.withPixels { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in 0..<max(min(image.height, size.height - y), 0) {
        memcpy(target + (y + row) * size.bytesPerRow + x * 4, source + row * image.bytesPerRow, count)
      }
    }
  }

  /// A copy of an image.
  package convenience init(copying image: PageImage, pool: PixelBufferPool?) throws {
    try self.init(image.buffer.size, pool: pool, isCleared: false)
    bytes.copyMemory(from: UnsafeRawBufferPointer(image.buffer.bytes))
  }
}
