import CPostilCairo
import PostilModel

extension PageImage {
  /// White paper.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package static func blank(_ size: ImageSize) throws -> PageImage {
    let buffer = try PixelBuffer(size)
    try buffer.draw { context in
      cairo_set_source_rgb(context, 1, 1, 1)
      cairo_paint(context)
    }
    return PageImage(buffer)
  }
}
