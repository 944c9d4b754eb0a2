import CPostilCairo
import Foundation
public import PostilModel

extension OverlayPainter {
  /// Paints annotations into a part of the view.
  ///
  /// - Parameters:
  ///   - x: Where in the view the buffer's left edge is, in pixels.
  ///   - y: Where in the view the buffer's upper edge is, in pixels.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package func paint(
    _ pictures: some Sequence<PreparedAppearance>, into buffer: PixelBuffer, x: Int = 0, y: Int = 0
  ) throws {
    try buffer.withContext(x: x, y: y) { paint(pictures, into: $0) }
  }

  /// Paints a picture into a part of the view: see ``paint(_:into:x:y:)``.
  package func paint(_ appearance: Appearance, into buffer: PixelBuffer, x: Int = 0, y: Int = 0) throws {
    try buffer.withContext(x: x, y: y) { paint(appearance, into: $0) }
  }
}

extension PageImage {
  /// A copy with annotations and a drawing in progress painted over it, as ``OverlayPainter`` does: without images and pages that
  /// stamps show.
  ///
  /// ```swift
  /// let image = try await renderer.image(of: page.id, scale: 2)
  /// let shown = try image.painting(drawing: tool.draw(), transform: page.transform(scale: 2))
  /// ```
  ///
  /// - Parameters:
  ///   - annotations: What is painted first, the first at the bottom. A page that was rendered shows its own.
  ///   - drawing: What is painted on top of them, such as a tool's `draw()`.
  ///   - transform: The page's way into the image.
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory, or cairo fails.
  public func painting(
    _ annotations: some Sequence<Annotation> = [], drawing: Appearance = Appearance(),
    transform: PageTransform
  ) throws -> PageImage {
    let copy = try PixelBuffer(buffer.size, isCleared: false)
    withPixels { copy.bytes.copyMemory(from: $0) }
    let painter = OverlayPainter(transform: transform)
    try copy.withContext(x: 0, y: 0) { context in
      painter.paint(annotations, into: context)
      painter.paint(drawing, into: context)
    }
    return PageImage(copy, renderer: renderer)
  }
}

extension PixelBuffer {
  /// Calls `body` with a context in which the pixel at 0, 0 is the place `x`, `y`.
  fileprivate func withContext(x: Int, y: Int, _ body: (OpaquePointer) -> Void) throws {
    let surface = makeSurface()
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    cairo_translate(context, -Double(x), -Double(y))
    if let context { body(context) }
    cairo_surface_flush(surface)
    let failures = [cairo_surface_status(surface), cairo_status(context)]
    guard let status = failures.first(where: { $0 != CAIRO_STATUS_SUCCESS }) else { return }
    throw PDFError(
      .renderFailed, "The annotations cannot be drawn: use a smaller scale.",
      underlying: CairoStatus.text(status))
  }
}
