import CPostilCairo
import Glibc
import PostilRenderProtocol
import PostilRenderServer

extension PixelBlock {
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
    if !area.contains(rect), let target = bytes.baseAddress { memset(target, 0, bytes.count) }
    fill(rect, from: other, at: area)
  }
}
