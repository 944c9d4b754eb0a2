import CPostilCairo
package import Foundation
import PostilModel

/// Texts as pages of one PDF document, so that all of them share a subset of each font.
package struct TextPages {
  /// The document, written by cairo; empty if there are no texts.
  package let document: Data
  /// For each page where the text's upper left corner is, from the page's lower left corner, in points.
  package let origins: [(x: Double, y: Double)]

  /// - Throws: ``PDFError`` with code `.missingGlyphs` or `.invalidArgument` if one cannot be set.
  package init(_ texts: [TextBlock]) throws {
    (document, origins) = texts.isEmpty ? (Data(), []) : try FontMap.with { try Self.write(texts, $0) }
  }

  private final class Output { var data = Data() }

  /// Glyphs may stand out of what pango says of them by this much, in points.
  private static let margin = 1.0

  private static func write(_ texts: [TextBlock], _ fonts: FontMap) throws -> (Data, [(x: Double, y: Double)])
  {
    let output = Output()
    let surface = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        if let closure, let bytes {
          Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().data.append(bytes, count: Int(count))
        }
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(output).toOpaque(), 1, 1)
    defer { cairo_surface_destroy(surface) }
    let origins = try draw(texts, fonts, surface)
    // Only now, when the context is gone, is all of it written.
    cairo_surface_finish(surface)
    try check(cairo_surface_status(surface))
    return withExtendedLifetime(output) { (output.data, origins) }
  }

  private static func draw(
    _ texts: [TextBlock], _ fonts: FontMap, _ surface: OpaquePointer?
  ) throws -> [(x: Double, y: Double)] {
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    guard let context else { throw TextLayout.failed("there is not enough memory") }
    var origins: [(x: Double, y: Double)] = []
    for text in texts {
      let layout = try TextLayout(text.text, width: text.width, fonts)
      let box = PageRect(x: 0, y: 0, width: layout.width, height: layout.height).union(layout.ink)
        .insetBy(-margin)
      // Whole points, so that the page's height adds no digits to coordinates.
      let (left, top) = (box.minX.rounded(.down), box.minY.rounded(.down))
      let (width, height) = ((box.maxX - left).rounded(.up), (box.maxY - top).rounded(.up))
      cairo_pdf_surface_set_size(surface, width, height)
      cairo_identity_matrix(context)
      cairo_translate(context, -left, -top)
      layout.paint(context)
      cairo_show_page(context)
      origins.append((-left, height + top))
    }
    try check(cairo_status(context))
    return origins
  }

  private static func check(_ status: cairo_status_t) throws {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw TextLayout.failed(
      cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)")
  }
}
