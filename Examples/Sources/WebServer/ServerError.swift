import CSoup

/// Why a server cannot be started.
public struct ServerError: Error, CustomStringConvertible, Sendable {
  /// What is wrong.
  public let description: String

  /// Takes over an error of GLib, and frees it.
  init(_ what: String, _ error: UnsafeMutablePointer<GError>?) {
    let reason = error.map { String(cString: $0.pointee.message) } ?? "no reason given"
    if let error { g_error_free(error) }
    description = "\(what): \(reason)"
  }
}
