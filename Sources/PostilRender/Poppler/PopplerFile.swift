internal import CCairo
internal import CPoppler
import PostilModel

/// One document as poppler has it, which renders its pages. Not `Sendable`: poppler's documents are
/// for one thread at a time, and the compiler holds us to it.
package final class PopplerFile {
  private let document: OpaquePointer
  private let source: RenderSource

  /// - Throws: ``PDFError`` with code `.cannotRead`, `.damaged`, `.passwordRequired`, `.wrongPassword`
  ///   or `.unsupported`.
  package init(_ source: RenderSource, password: String?) throws {
    PopplerSetup.run()
    document = try Self.open(source, password: password)
    self.source = source
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

  package var pageCount: Int { Int(poppler_document_get_n_pages(document)) }

  /// The size of a page as it is shown, in points: crop box and rotation heeded.
  package func size(ofPage index: Int) throws -> (width: Double, height: Double) {
    try withPage(index) { Self.size($0) }
  }

  /// A page on white paper with its annotations, at `scale` pixels a point.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.invalidArgument` or `.renderFailed`.
  package func image(ofPage index: Int, scale: Double) throws -> PageImage {
    try withPage(index) { page in
      let (width, height) = Self.size(page)
      let buffer = try PixelBuffer(ImageSize(width: width, height: height, scale: scale))
      try Self.draw(page, scale: scale, into: buffer)
      return PageImage(buffer)
    }
  }

  /// Calls `body` with a page; its errors get to know file and page.
  func withPage<Result>(_ index: Int, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    do {
      guard (0..<pageCount).contains(index) else {
        throw PDFError(.pageOutOfRange, "There is no such page: the document has \(pageCount) pages.")
      }
      guard let page = poppler_document_get_page(document, Int32(index)) else {
        throw PDFError(.damaged, "The page cannot be read: the file is damaged there.")
      }
      defer { g_object_unref(UnsafeMutableRawPointer(page)) }
      return try body(page)
    } catch var error as PDFError {
      error.pageIndex = index
      throw error.about(source.url)
    }
  }

  private static func size(_ page: OpaquePointer) -> (width: Double, height: Double) {
    var (width, height) = (0.0, 0.0)
    poppler_page_get_size(page, &width, &height)
    return (width, height)
  }

  private static func draw(_ page: OpaquePointer, scale: Double, into buffer: PixelBuffer) throws {
    let surface = buffer.makeSurface()
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    // The paper comes first: blend modes need a backdrop.
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_scale(context, scale, scale)
    poppler_page_render(page, context)
    cairo_surface_flush(surface)
    // A context that failed drew nothing more from then on, and does not tell its surface.
    let failures = [cairo_surface_status(surface), cairo_status(context)]
    let status = failures.first { $0 != CAIRO_STATUS_SUCCESS } ?? CAIRO_STATUS_SUCCESS
    guard status == CAIRO_STATUS_SUCCESS else {
      throw PDFError(.renderFailed, "The page cannot be drawn.", underlying: CairoStatus.text(status))
    }
  }
}
