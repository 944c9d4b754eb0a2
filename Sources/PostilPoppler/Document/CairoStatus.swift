import CPostilCairo
import PostilRenderProtocol

enum CairoStatus {
  /// - Throws: ``RenderFailure`` with code `.renderFailed` unless the status is success.
  static func check(_ status: cairo_status_t) throws(RenderFailure) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    let text = cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    throw RenderFailure(.renderFailed, "The page cannot be drawn.", underlying: text)
  }

  /// Calls `body` with a context of a surface.
  static func draw(on surface: OpaquePointer?, _ body: (OpaquePointer) throws -> Void) throws {
    guard let context = cairo_create(surface) else { return try check(CAIRO_STATUS_NO_MEMORY) }
    defer { cairo_destroy(context) }
    try body(context)
    try check(cairo_status(context))
  }
}
