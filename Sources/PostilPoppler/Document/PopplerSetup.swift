import CPostilCairo
import CPostilPoppler
import Glibc
import PostilRenderServer

/// Poppler and cairo set themselves up during the first rendering. This renders small pages: processes that are forked
/// afterwards need not do it again. For a process with one thread.
package enum PopplerSetup {
  private static let once: Void = {
    kept = draw("")
    loadEncodings()
  }()
  private static let fonts: Void = {
    if let document = draw(text) { g_object_unref(UnsafeMutableRawPointer(document)) }
    SystemFonts.noteLoaded()
  }()
  /// A document that is never closed: with the last one poppler throws away its tables of characters, which take as long to
  /// make as drawing a short page.
  private nonisolated(unsafe) static var kept: OpaquePointer?

  package static func run() { once }

  /// The C library loads code for each encoding that it converts, which a process that is shut in may not. Passwords are converted
  /// to ISO 8859-1, which poppler does not look at failing, and texts from UTF-16. Converters stay open, and their code loaded.
  private static func loadEncodings() {
    for encoding in ["ISO-8859-1", "UTF-16", "UTF-16BE", "UTF-16LE"] {
      _ = iconv_open(encoding, "UTF-8")
      _ = iconv_open("UTF-8", encoding)
    }
  }

  /// Has fontconfig and FreeType set up as well: documents with fonts that are not embedded need them.
  package static func loadFonts() { fonts }

  private static let text = "BT /F 8 Tf (a) Tj ET"
  /// A document of one small page, with a text in a font that is not embedded.
  package static var document: [UInt8] { Array(page(text).utf8) }

  private static func draw(_ content: String) -> OpaquePointer? {
    let bytes = page(content).utf8CString.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count - 1)) }
    defer { g_bytes_unref(bytes) }
    guard let document = poppler_document_new_from_bytes(bytes, nil, nil) else { return nil }
    guard let page = poppler_document_get_page(document, 0) else { return document }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    poppler_page_render(page, context)
    // That it has no table.
    _ = PopplerMessages.take()
    return document
  }

  /// A document of one page. Without a table, since poppler finds the objects of one that is so small at once.
  private static func page(_ content: String) -> String {
    """
    %PDF-1.4
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>>>>> endobj
    4 0 obj <</Length \(content.utf8.count)>> stream
    \(content)
    endstream endobj
    5 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
    trailer <</Root 1 0 R /Size 6>>
    """
  }
}
