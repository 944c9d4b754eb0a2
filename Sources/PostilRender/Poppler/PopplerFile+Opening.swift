internal import CPoppler
internal import Foundation
import PostilModel

extension PopplerFile {
  static func open(_ source: RenderSource, password: String?) throws -> OpaquePointer {
    var failure: UnsafeMutablePointer<GError>?
    let document = open(source, password: password, failure: &failure)
    defer { g_clear_error(&failure) }
    guard let document else {
      throw error(failure, hasPassword: password != nil).about(source.url)
    }
    return document
  }

  private static func open(
    _ source: RenderSource, password: String?, failure: inout UnsafeMutablePointer<GError>?
  ) -> OpaquePointer? {
    switch source {
    case .file(let url):
      return poppler_document_new_from_file(url.absoluteURL.absoluteString, password, &failure)
    case .data(let data):
      let bytes = makeBytes(data)
      defer { g_bytes_unref(bytes) }
      return poppler_document_new_from_bytes(bytes, password, &failure)
    }
  }

  /// GLib's view of the data, which is not copied: poppler keeps a reference to the bytes for as
  /// long as it needs them, and they keep the data alive.
  private static func makeBytes(_ data: Data) -> OpaquePointer? {
    let stable = NSData(data: data)
    let owner = Unmanaged.passRetained(stable).toOpaque()
    return g_bytes_new_with_free_func(
      stable.bytes, gsize(stable.length),
      { owner in
        guard let owner else { return }
        Unmanaged<NSData>.fromOpaque(owner).release()
      }, owner)
  }

  private static func error(_ failure: UnsafeMutablePointer<GError>?, hasPassword: Bool) -> PDFError {
    let underlying = failure?.pointee.message.map { String(cString: $0) }
    guard let failure, failure.pointee.domain == poppler_error_quark() else {
      return PDFError(
        .cannotRead, "The file cannot be read: check that it exists and may be read.", underlying: underlying)
    }
    switch PopplerError(rawValue: UInt32(bitPattern: failure.pointee.code)) {
    case POPPLER_ERROR_ENCRYPTED where hasPassword:
      return PDFError(.wrongPassword, "The password is not the right one.")
    case POPPLER_ERROR_ENCRYPTED:
      return PDFError(.passwordRequired, "The document is protected: give its password.")
    case POPPLER_ERROR_OPEN_FILE:
      return PDFError(.cannotRead, "The file cannot be opened.", underlying: underlying)
    default:
      return PDFError(
        .damaged, "The document cannot be rendered: it is damaged, or not a PDF.", underlying: underlying)
    }
  }
}
