import CSoup
import Foundation
import WebDocument

/// What a request is answered with.
struct Response: Sendable {
  var status: Int
  var mediaType: String
  var body: Data
  /// Whether the browser may keep it: its address changes with what it shows.
  var isKept = false

  static func json(_ value: some Encodable) throws -> Response {
    Response(status: 200, mediaType: "application/json", body: try JSONEncoder().encode(value))
  }

  /// An error as a line of text.
  static func text(_ status: Int, _ message: String) -> Response {
    Response(status: status, mediaType: "text/plain; charset=utf-8", body: Data((message + "\n").utf8))
  }

  /// An error of the session or of Postil.
  static func error(_ error: any Error) -> Response {
    let error = SessionError(error)
    let status =
      switch error.code {
      case .invalid, .nothing: 400
      case .notFound: 404
      case .conflict: 409
      case .stranger, .refused: 403
      case .tooMany: 429
      case .timedOut: 504
      case .failed: 500
      }
    return text(status, error.message)
  }

  /// Everything comes from the server itself, nothing is run that stands in the page, no other site may show it.
  private static let headers = [
    (
      "Content-Security-Policy",
      "default-src 'self'; img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// Writes it into a message.
  func put(into message: OpaquePointer) {
    soup_server_message_set_status(message, guint(status), nil)
    for (name, value) in Self.headers { csoup_set_response_header(message, name, value) }
    csoup_set_response_header(message, "Cache-Control", isKept ? "private, max-age=3600" : "no-store")
    if status == 405 { csoup_set_response_header(message, "Allow", "GET, HEAD") }
    body.withUnsafeBytes { bytes in
      soup_server_message_set_response(
        message, mediaType, SOUP_MEMORY_COPY, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        gsize(bytes.count))
    }
  }
}
