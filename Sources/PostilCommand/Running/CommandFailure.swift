import Foundation
import Postil
import PostilSystem

/// The failure of a command: the file as the caller named it, and the error.
struct CommandFailure: LocalizedError {
  /// The kind of error.
  let code: PDFError.Code
  let file: String?
  let message: String
  /// What the system or a library said.
  let reason: String?

  /// The options that the library's messages name, as the tool has them.
  private static let optionNames = [
    "'allowsBreakingSignatures'": "--break-signatures",
    "'removesSignatures'": "--remove-signatures",
    "'encryption'": "--decrypt, or --encrypt-owner with --encrypt-user",
  ]

  /// - Parameter files: The files of the command line, the one that it is about first.
  init(_ error: PDFError, files: [NamedFile]) {
    let named = files.first { file in
      guard let url = file.url, let about = error.url else { return false }
      return url.isSameFile(as: about)
    }
    code = error.code
    file = named?.name ?? (error.url?.path).map(SystemPath.shown) ?? files.first?.name
    message = Self.optionNames.reduce(error.message) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    reason = error.underlying
  }

  init(_ error: any Error, files: [NamedFile]) {
    self.init(PDFError(.cannotRead, error.localizedDescription), files: files)
  }

  var errorDescription: String? {
    (file.map { "\($0): " } ?? "") + message + (reason.map { " (\($0))" } ?? "")
  }
}

/// What the tool says on standard error when a command fails: a line for people, or with `--json` an object for programs.
struct ErrorReport {
  private let text: String
  private let json: [String: JSONValue]

  init(_ error: any Error) {
    switch error {
    case let error as UsageError:
      let hint = error.command.map { "postil help \($0)" } ?? "postil help"
      text = "\(error.message.printable).\nSee '\(hint)'."
      json = ["code": .text("usage"), "message": .text(error.message + ".")]
    case let failure as CommandFailure:
      text = failure.localizedDescription.printable
      json = [
        "code": .text(failure.code.rawValue), "file": JSONValue(failure.file),
        "message": .text(failure.message), "reason": JSONValue(failure.reason),
      ]
    default:
      text = error.localizedDescription.printable
      json = ["code": .text("other"), "message": .text(error.localizedDescription)]
    }
  }

  func write(to output: any CommandOutput, asJSON: Bool) {
    output.write(asJSON ? JSONValue.object(["error": .object(json)]).line : "postil: \(text)\n")
  }
}
