import CPostilCairo
package import PostilModel

/// Paints texts while they are written. What is saved is drawn by poppler in the same fonts, each glyph at the nearest pixel
/// of that.
package enum TextPainter {
  /// Paints a text into a cairo context whose user space is the page's. What cannot be set is left out.
  package static func paint(_ placed: Appearance.Item.PlacedText, into context: OpaquePointer) {
    try? FontMap.with { fonts in
      let block = TextBlock(placed)
      let layout = try TextLayout(block.text, width: block.width, fonts)
      let m = try placed.matrix()
      var matrix = cairo_matrix_t(xx: m[0], yx: m[1], xy: -m[2], yy: -m[3], x0: m[4], y0: m[5])
      cairo_save(context)
      cairo_transform(context, &matrix)
      layout.paint(context)
      cairo_restore(context)
    }
  }
}
