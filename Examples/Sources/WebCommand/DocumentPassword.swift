import CommandArguments
import Foundation
import Postil

/// Where the password of the document is: in a file, in the environment, or with whoever sits at the terminal. Not on the
/// command line, which other users of the machine can read.
struct DocumentPassword {
  static let variable = "POSTIL_PASSWORD"

  /// Whose first line it is.
  var file: URL?

  /// Opens something with the password; asks for it if there is a terminal and none was given.
  func open<Result>(_ body: (String?) async throws -> Result) async throws -> Result {
    let given = try given()
    do {
      return try await body(given)
    } catch let error as PDFError
      where error.code == .passwordRequired && given == nil && isatty(STDIN_FILENO) == 1
    {
      return try await body(getpass("Password of the document: ").map { String(cString: $0) })
    }
  }

  private func given() throws -> String? {
    guard let file else { return ProcessInfo.processInfo.environment[Self.variable] }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw UsageError(message: "The file of the password, \(file.path), cannot be read.")
    }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
  }
}
