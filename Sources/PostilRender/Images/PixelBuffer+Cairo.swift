internal import CCairo

extension PixelBuffer {
  /// Cairo's view of the pixels. The buffer must outlive it, and it must be destroyed.
  func makeSurface() -> OpaquePointer? {
    cairo_image_surface_create_for_data(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
      Int32(size.height), Int32(size.bytesPerRow))
  }
}

enum CairoStatus {
  /// What cairo says of a status.
  static func text(_ status: cairo_status_t) -> String {
    cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
  }
}
