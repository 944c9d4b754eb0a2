import Foundation
import Postil

/// A second document, of which a command takes pages.
struct OtherFile: Sendable {
  static let password = Secret.Options("--from-password", "P", help: "The password of OTHER.")

  /// The option that names it.
  static func from(_ help: String) -> Option<String> {
    Option("--from", "OTHER", completion: .files, help: help, parse: Values.path)
  }

  private let url: URL
  private let password: Secret?
  private let opening: OpenOptions

  /// - Parameter path: The value of the option that names it.
  init(_ path: String, _ arguments: ParsedArguments) throws {
    url = URL(fileURLWithPath: path)
    password = try Secret(arguments, Self.password)
    opening = OpenOptions(ignoresPermissions: arguments.has(InputFile.ignorePermissions))
  }

  /// What it is called in messages.
  var name: String { url.lastPathComponent }

  func open(_ context: CommandContext) throws -> PDFDocument {
    try PDFDocument.openAndWait(url, password: password?.read(context), options: opening)
  }
}
