import CPostilCairo
import PostilRenderProtocol

/// An SVG file that is drawn with cairo. Confined to one thread.
final class SVGFile {
  /// What cairo has written.
  private final class Content {
    var bytes: [UInt8] = []
  }

  private let content = Content()
  private let surface: OpaquePointer?

  /// - Parameters: Points.
  init(width: Double, height: Double) {
    // The surface is gone before the content is.
    surface = cairo_svg_surface_create_for_stream(
      { content, data, length in
        guard let content, let data else { return CAIRO_STATUS_WRITE_ERROR }
        let target = Unmanaged<Content>.fromOpaque(content).takeUnretainedValue()
        guard target.bytes.count + Int(length) <= WorkerAnswer.svgLimit else {
          return CAIRO_STATUS_WRITE_ERROR
        }
        target.bytes += UnsafeBufferPointer(start: data, count: Int(length))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(content).toOpaque(), width, height)
    // Without it cairo 1.18 writes pixels, of which an inch has 96.
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT)
  }

  deinit {
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  func draw(_ body: (OpaquePointer) throws -> Void) throws { try CairoStatus.draw(on: surface, body) }

  /// The file, after which nothing can be drawn.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if it would be too large.
  func finished() throws -> [UInt8] {
    cairo_surface_finish(surface)
    guard cairo_surface_status(surface) != CAIRO_STATUS_WRITE_ERROR else {
      throw RenderFailure(
        .renderFailed, "The page is larger than \(WorkerAnswer.svgLimit >> 20) MB as SVG: draw it as pixels.")
    }
    try CairoStatus.check(cairo_surface_status(surface))
    return content.bytes
  }
}
