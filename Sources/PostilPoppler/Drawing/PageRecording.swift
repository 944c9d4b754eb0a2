import CPostilCairo
import PostilRenderProtocol

/// A recording of cairo's commands for a page: replaying it into a tile costs a fraction of interpreting the page
/// again. Confined to the thread of the page's document.
final class PageRecording {
  /// The recorded part of the page's view, in pixels.
  let area: PixelRect
  private let surface: OpaquePointer?

  /// Records what `body` draws in the area, and some pixels around it, so that pixels at its edge are complete.
  init(area: PixelRect, _ body: (OpaquePointer) throws -> Void) throws {
    self.area = area
    var extents = cairo_rectangle_t(
      x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    try CairoStatus.draw(on: surface, body)
    try CairoStatus.check(cairo_surface_status(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Paints the recording, replacing the context's content.
  func replay(into context: OpaquePointer) {
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
  }
}
