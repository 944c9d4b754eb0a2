import Foundation

extension PixelBuffer {
  /// Fills the buffer with the part of another that shows `rect`, where the other shows `area`. What lies
  /// outside the area becomes transparent.
  func copy(_ rect: PixelRect, from other: PixelBuffer, at area: PixelRect) {
    guard let target = bytes.baseAddress, let source = other.bytes.baseAddress else { return }
    if !area.contains(rect) { memset(target, 0, bytes.count) }
    let (left, right) = (max(rect.x, area.x), min(rect.maxX, area.maxX))
    let (top, bottom) = (max(rect.y, area.y), min(rect.maxY, area.maxY))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      memcpy(
        target + (row - rect.y) * size.bytesPerRow + (left - rect.x) * 4,
        source + (row - area.y) * other.size.bytesPerRow + (left - area.x) * 4, (right - left) * 4)
    }
  }
}

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
