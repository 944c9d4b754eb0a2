import CPostilCairo
import CPostilPoppler
package import PostilRenderProtocol
import PostilRenderServer

/// A document of poppler. Not `Sendable`: poppler's documents are for one thread at a time.
package final class PopplerDocument {
  private let document: OpaquePointer
  /// The same document for Splash, opened when it is first asked for a page.
  private lazy var splash = Result { [bytes, owner, password] in
    try SplashDocument(bytes, owner: owner, password: password)
  }
  private let bytes: UnsafeRawBufferPointer
  private let owner: AnyObject?
  private let password: String?
  /// The hidden annotations, by page.
  var hidden: [Int: [HiddenEntry]] = [:]

  /// Opens a document.
  ///
  /// - Parameter bytes: The document. They must stay until the process ends, or as long as `owner` lives.
  /// - Throws: ``RenderFailure`` with code `.cannotRead`, `.damaged`, `.passwordRequired` or `.wrongPassword`.
  package init(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?, password: String?)
    throws(RenderFailure)
  {
    PopplerSetup.run()
    var failure: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&failure) }
    let owned = owner.map { Unmanaged.passRetained($0).toOpaque() }
    let view = g_bytes_new_with_free_func(
      bytes.baseAddress, gsize(bytes.count),
      { owned in
        if let owned { Unmanaged<AnyObject>.fromOpaque(owned).release() }
      }, owned)
    defer { g_bytes_unref(view) }
    guard let opened = Self.open(view, count: bytes.count, password: password, &failure) else {
      throw Self.error(failure, hasPassword: password != nil)
    }
    document = opened
    (self.bytes, self.owner, self.password) = (bytes, owner, password)
  }

  /// The document as Splash draws it.
  ///
  /// - Throws: ``RenderFailure`` with code `.unsupported` or `.damaged`.
  func forSplash() throws -> SplashDocument { try splash.get() }

  deinit { g_object_unref(UnsafeMutableRawPointer(document)) }

  private static func open(
    _ bytes: OpaquePointer?, count: Int, password: String?, _ failure: inout UnsafeMutablePointer<GError>?
  ) -> OpaquePointer? {
    guard let password, !password.utf8.allSatisfy({ $0 < 0x80 }) else {
      return poppler_document_new_from_bytes(bytes, password, &failure)
    }
    // Poppler tries such a password in ISO 8859-1 and then in UTF-8, before which it crashes (22.12) where it reads bytes.
    guard let stream = g_memory_input_stream_new_from_bytes(bytes) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    return poppler_document_new_from_stream(stream, goffset(count), password, nil, &failure)
  }

  private static func error(_ failure: UnsafeMutablePointer<GError>?, hasPassword: Bool) -> RenderFailure {
    let underlying = failure?.pointee.message.map { String(cString: $0) }
    guard let failure, failure.pointee.domain == poppler_error_quark() else {
      return RenderFailure(
        .cannotRead, "The file cannot be read: check that it exists and may be read.", underlying: underlying)
    }
    switch PopplerError(rawValue: UInt32(bitPattern: failure.pointee.code)) {
    case POPPLER_ERROR_ENCRYPTED where hasPassword:
      return RenderFailure(.wrongPassword, "The password is not the right one.")
    case POPPLER_ERROR_ENCRYPTED:
      return RenderFailure(.passwordRequired, "The document is protected: give its password.")
    case POPPLER_ERROR_OPEN_FILE:
      return RenderFailure(.cannotRead, "The file cannot be opened.", underlying: underlying)
    default:
      return RenderFailure(
        .damaged, "The document cannot be rendered: it is damaged, or not a PDF.", underlying: underlying)
    }
  }

  /// What is behind a page.
  enum Paper {
    case white
    /// Nothing, where there may be pixels of something else.
    case cleared
    /// Nothing.
    case none
  }

  package var pageCount: Int { Int(poppler_document_get_n_pages(document)) }

  /// The size of a page as it is shown, in points: its crop box, rotated.
  package func size(ofPage index: Int) throws -> (width: Double, height: Double) {
    try withPage(index) { page in
      var (width, height) = (0.0, 0.0)
      poppler_page_get_size(page, &width, &height)
      return (width, height)
    }
  }

  /// Calls `body` with a page.
  func withPage<Result>(_ index: Int, _ body: (OpaquePointer) throws -> Result) throws -> Result {
    guard (0..<pageCount).contains(index) else {
      throw RenderFailure(.pageOutOfRange, "There is no such page: the document has \(pageCount) pages.")
    }
    guard let page = poppler_document_get_page(document, Int32(index)) else {
      throw RenderFailure(.damaged, "The page cannot be read: the file is damaged there.")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    return try body(page)
  }

  /// Calls `body` with the fonts of the first pages; `nil` if they have none.
  func withFonts<Result>(ofPages count: Int, _ body: (OpaquePointer?) throws -> Result) rethrows -> Result {
    let info = poppler_font_info_new(document)
    defer { if let info { poppler_font_info_free(info) } }
    var fonts: OpaquePointer?
    defer { if let fonts { poppler_fonts_iter_free(fonts) } }
    guard let info, let count = Int32(exactly: count), poppler_font_info_scan(info, count, &fonts) != 0
    else { return try body(nil) }
    return try body(fonts)
  }

  /// Renders a page on white, or on nothing. The background comes first: blend modes need a backdrop.
  ///
  /// - Parameter matrix: From points, the origin at the upper left of the page as poppler shows it, to
  ///   pixels of the context.
  static func draw(
    _ page: OpaquePointer, _ matrix: cairo_matrix_t, on paper: Paper = .white, into context: OpaquePointer
  ) throws {
    switch paper {
    case .white:
      cairo_set_source_rgb(context, 1, 1, 1)
      cairo_paint(context)
    case .cleared:
      cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
      cairo_paint(context)
      cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    case .none: break
    }
    var matrix = matrix
    cairo_transform(context, &matrix)
    poppler_page_render(page, context)
    // A failed context ignores all further calls, and its surface does not report it.
    try CairoStatus.check(cairo_status(context))
  }

  /// The text of a page that the reader sees: what lies outside the crop box is left out, what is invisible, as the text that
  /// recognition lays under a scan, is not.
  ///
  /// - Parameter matrix: From points of the page's view, the origin at its upper left, to those of the boxes: a, b, c, d, e, f.
  package func text(ofPage index: Int, matrix: [Double]) throws -> PackedText {
    try Remedies.layingOutText {
      try withPage(index) { page in
        let text = PopplerText.all(of: page)
        let packed = PackedText(characters: text.characters, boxes: text.boxes(matrix))
        guard packed.count <= PackedText.countLimit, packed.bytes.count <= PackedText.byteLimit else {
          throw RenderFailure(
            .damaged,
            "The page has more text than any page can have, over \(PackedText.countLimit) characters.")
        }
        return packed
      }
    }
  }
}
