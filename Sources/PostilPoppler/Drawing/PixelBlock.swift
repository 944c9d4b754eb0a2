import CPostilCairo
import Glibc
package import PostilRenderProtocol

/// Memory for pixels: 32 bits each, as cairo's `ARGB32` has them, rows without gaps.
package final class PixelBlock {
  /// Cairo counts the pixels of a side in 16 bits.
  static let maximumSide = 32_767

  let width: Int
  let height: Int
  package let bytes: UnsafeMutableRawBufferPointer
  private let isOwned: Bool

  var bytesPerRow: Int { width * 4 }

  /// Memory of its own, all transparent.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if there is not enough memory.
  init(width: Int, height: Int) throws(RenderFailure) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
      let memory = calloc(width * height, 4)
    else {
      throw RenderFailure(
        .renderFailed, "There is no memory for \(width) × \(height) pixels: use a smaller scale.")
    }
    (self.width, self.height, isOwned) = (width, height, true)
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: width * height * 4)
  }

  /// Pixels in memory that others keep.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if they do not fit into it.
  package init(_ memory: UnsafeMutableRawBufferPointer, offset: Int, width: Int, height: Int)
    throws(RenderFailure)
  {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height), offset >= 0,
      offset <= memory.count, width * height * 4 <= memory.count - offset, offset % 4 == 0
    else { throw RenderFailure(.renderFailed, "The pixels do not fit into their memory.") }
    (self.width, self.height, isOwned) = (width, height, false)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + width * height * 4])
  }

  deinit { if isOwned { bytes.deallocate() } }

  /// Calls `body` with a context that draws into the pixels.
  ///
  /// - Throws: What `body` throws; ``RenderFailure`` with code `.renderFailed` if cairo failed.
  func draw(_ body: (OpaquePointer) throws -> Void) throws {
    let surface = cairo_image_surface_create_for_data(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
      Int32(height), Int32(bytesPerRow))
    defer { cairo_surface_destroy(surface) }
    try CairoStatus.draw(on: surface, body)
    cairo_surface_flush(surface)
    try CairoStatus.check(cairo_surface_status(surface))
  }

  /// Fills the block with the part of another that shows `rect`, where the other shows `area`. What lies
  /// outside the area becomes transparent.
  func copy(_ rect: PixelRect, from other: PixelBlock, at area: PixelRect) {
    guard let target = bytes.baseAddress, let source = other.bytes.baseAddress else { return }
    if !area.contains(rect) { memset(target, 0, bytes.count) }
    let (left, right) = (max(rect.x, area.x), min(rect.maxX, area.maxX))
    let (top, bottom) = (max(rect.y, area.y), min(rect.maxY, area.maxY))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      memcpy(
        target + (row - rect.y) * bytesPerRow + (left - rect.x) * 4,
        source + (row - area.y) * other.bytesPerRow + (left - area.x) * 4, (right - left) * 4)
    }
  }
}
