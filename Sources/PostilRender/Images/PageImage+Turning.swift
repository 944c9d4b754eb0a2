import CPostilCairo
package import PostilModel
import PostilRenderProtocol

extension PageImage {
  /// The image rotated clockwise.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package func turned(by turn: PageRotation) throws -> PageImage {
    guard turn != .none else { return self }
    let (wide, high) = turn.isSideways ? (height, width) : (width, height)
    let result = try PixelBuffer(ImageSize(pixelWidth: wide, height: high), isCleared: false)
    turn.quarters.turn(UnsafeRawBufferPointer(buffer.bytes), into: result.bytes, width: wide, height: high)
    return PageImage(result, renderer: renderer)
  }

  /// The image scaled to a size, with the filter for scaling down.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough memory.
  package func scaled(to size: ImageSize) throws -> PageImage {
    guard size.width != width || size.height != height else { return self }
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(
      &matrix, Double(size.width) / Double(width), Double(size.height) / Double(height))
    let result = try PixelBuffer(size)
    let surface = buffer.makeSurface()
    defer { cairo_surface_destroy(surface) }
    try result.draw { context in
      cairo_transform(context, &matrix)
      cairo_set_source_surface(context, surface, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
      // Extend the edges; otherwise the last pixels would be mixed with transparency.
      cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      cairo_paint(context)
    }
    return PageImage(result, renderer: renderer)
  }
}

extension PageRotation {
  /// The rotation as workers know it.
  var quarters: QuarterTurn {
    switch self {
    case .none: .none
    case .clockwise90: .clockwise90
    case .clockwise180: .clockwise180
    case .clockwise270: .clockwise270
    }
  }
}
