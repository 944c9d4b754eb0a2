import CPoppler
import Foundation
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
      let stable = NSData(data: data)
      let bytes = UnsafeRawBufferPointer(start: stable.bytes, count: stable.length)
      return open(bytes, keptBy: stable, password, &failure)
    case .bytes(let bytes, _):
      return open(bytes.pointer, keptBy: bytes.owner, password, &failure)
    }
  }

  /// Opens bytes without copying them: poppler retains GLib's view of them, which retains their owner.
  private static func open(
    _ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject, _ password: String?,
    _ failure: inout UnsafeMutablePointer<GError>?
  ) -> OpaquePointer? {
    let owner = Unmanaged.passRetained(owner).toOpaque()
    let view = g_bytes_new_with_free_func(
      bytes.baseAddress, gsize(bytes.count),
      { owner in
        guard let owner else { return }
        Unmanaged<AnyObject>.fromOpaque(owner).release()
      }, owner)
    defer { g_bytes_unref(view) }
    return poppler_document_new_from_bytes(view, password, &failure)
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
