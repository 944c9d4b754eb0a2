import Foundation
import Postil

/// A second document, of which a command takes pages.
struct OtherFile: Sendable {
  static let password = Option(
    "--from-password", "P", help: "The password of OTHER.", parse: Values.text)

  /// The option that names it.
  static func from(_ help: String) -> Option<String> {
    Option("--from", "OTHER", completion: .files, help: help, parse: Values.path)
  }

  private let url: URL
  private let password: String?
  private let opening: OpenOptions

  /// - Parameter path: The value of the option that names it.
  init(_ path: String, _ arguments: ParsedArguments) {
    url = URL(fileURLWithPath: path)
    password = arguments[Self.password]
    opening = OpenOptions(ignoresPermissions: arguments.has(InputFile.ignorePermissions))
  }

  func open() throws -> PDFDocument { try PDFDocument.openAndWait(url, password: password, options: opening) }
}
