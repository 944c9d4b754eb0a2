import CCairo
import CPoppler
import PostilModel

/// A document of poppler. Not `Sendable`: poppler's documents are for one thread at a time.
package final class PopplerFile {
  private let document: OpaquePointer
  private let source: RenderSource
  /// The hidden annotations, by page.
  var hidden: [Int: [HiddenAnnotation]] = [:]

  /// - Throws: ``PDFError`` with code `.cannotRead`, `.damaged`, `.passwordRequired`, `.wrongPassword`
  ///   or `.unsupported`.
  package init(_ source: RenderSource, password: String?) throws {
    PopplerSetup.run()
    document = try Self.open(source, password: password)
    self.source = source
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

  package var pageCount: Int { Int(poppler_document_get_n_pages(document)) }

  /// The size of a page as it is shown, in points: its crop box, rotated.
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
      var matrix = cairo_matrix_t()
      cairo_matrix_init_scale(&matrix, scale, scale)
      show(page, index: index, hiding: [])
      try buffer.draw { context in try Self.draw(page, matrix, into: context) }
      return PageImage(buffer)
    }
  }

  /// Calls `body` with a page, and adds file and page to its errors.
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

  /// Renders a page on white. The background comes first: blend modes need a backdrop.
  ///
  /// - Parameter matrix: From points, the origin at the upper left of the page as poppler shows it, to
  ///   pixels of the context.
  static func draw(_ page: OpaquePointer, _ matrix: cairo_matrix_t, into context: OpaquePointer) throws {
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    var matrix = matrix
    cairo_transform(context, &matrix)
    poppler_page_render(page, context)
    // A failed context ignores all further calls, and its surface does not report it.
    try CairoStatus.check(cairo_status(context))
  }
}
