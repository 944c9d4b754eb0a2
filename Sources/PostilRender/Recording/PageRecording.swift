import CCairo
import PostilModel

/// What poppler drew of a page, kept as cairo's commands: replaying them into a tile costs a
/// fraction of having poppler interpret the page again. For the thread of its page's document.
final class PageRecording {
  /// The part of the page's view that it holds, in pixels.
  let area: PixelRect
  private let surface: OpaquePointer?

  /// Records what `body` draws in the area. Some pixels around it are recorded too, so that none at
  /// its edge lacks what falls on it from outside.
  init(area: PixelRect, _ body: (OpaquePointer) throws -> Void) throws {
    self.area = area
    var extents = cairo_rectangle_t(
      x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height))
    surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
    try CairoStatus.draw(on: surface, body)
    try CairoStatus.check(cairo_surface_status(surface))
  }

  deinit { cairo_surface_destroy(surface) }

  /// Paints the recording, replacing what was there.
  func replay(into context: OpaquePointer) {
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    cairo_paint(context)
  }
}
