import CPostilCairo
import PostilModel

extension PixelBuffer {
  /// Cairo's view of the pixels. The buffer must outlive it, and it must be destroyed.
  func makeSurface() -> OpaquePointer? {
    cairo_image_surface_create_for_data(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
      Int32(size.height), Int32(size.bytesPerRow))
  }

  /// Calls `body` with a context that draws into the pixels.
  ///
  /// - Throws: What `body` throws; ``PDFError`` with code `.renderFailed` if cairo failed.
  func draw(_ body: (OpaquePointer) throws -> Void) throws {
    let surface = makeSurface()
    defer { cairo_surface_destroy(surface) }
    try CairoStatus.draw(on: surface, body)
    cairo_surface_flush(surface)
    try CairoStatus.check(cairo_surface_status(surface))
  }
}

enum CairoStatus {
  /// Cairo's text for a status.
  static func text(_ status: cairo_status_t) -> String {
    cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
  }

  /// - Throws: ``PDFError`` with code `.renderFailed` unless the status is success.
  static func check(_ status: cairo_status_t) throws {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw PDFError(.renderFailed, "The page cannot be drawn.", underlying: text(status))
  }

  /// Calls `body` with a context of a surface.
  static func draw(on surface: OpaquePointer?, _ body: (OpaquePointer) throws -> Void) throws {
    guard let context = cairo_create(surface) else { return try check(CAIRO_STATUS_NO_MEMORY) }
    defer { cairo_destroy(context) }
    try body(context)
    try check(cairo_status(context))
  }
}
