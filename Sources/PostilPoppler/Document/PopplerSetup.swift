import CCairo
import CPoppler

/// Poppler and cairo set themselves up during the first rendering. This renders an empty page: processes that are forked
/// afterwards need not do it again.
enum PopplerSetup {
  private static let once: Void = {
    drawEmptyPage()
  }()

  static func run() { once }

  private static func drawEmptyPage() {
    let bytes = blank.utf8CString.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count - 1)) }
    defer { g_bytes_unref(bytes) }
    guard let document = poppler_document_new_from_bytes(bytes, nil, nil) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(document)) }
    guard let page = poppler_document_get_page(document, 0) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1)
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    poppler_page_render(page, context)
  }

  private static let blank = """
    %PDF-1.4
    1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
    2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
    3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 1 1]>> endobj
    xref
    0 4
    0000000000 65535 f\r
    0000000009 00000 n\r
    0000000056 00000 n\r
    0000000111 00000 n\r
    trailer <</Root 1 0 R /Size 4>>
    startxref
    176
    %%EOF
    """
}
