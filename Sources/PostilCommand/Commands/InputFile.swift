import Foundation
import Postil

/// The document that a command is about, and how to open it.
struct InputFile: Sendable {
  static let argument = ArgumentDescription(name: "FILE", help: "The PDF document.")
  static let password = Option(
    "--password", "P", help: "The password of an encrypted document. Other users of the machine may see it.",
    parse: Values.text)
  static let passwordFile = Option(
    "--password-file", "NAME", completion: .files,
    help: "Takes the password from the first line of a file; - is standard input.", parse: Values.path)
  static let options = OptionSection(
    title: "Encrypted documents", options: [password.description, passwordFile.description])

  let path: String
  private let password: String?
  private let passwordFile: String?

  init(_ arguments: ParsedArguments) throws {
    path = try Values.path(arguments.positionals.first ?? "")
    password = arguments[Self.password]
    passwordFile = arguments[Self.passwordFile]
    guard password == nil || passwordFile == nil else {
      throw UsageError("--password and --password-file do not go together")
    }
  }

  var url: URL { URL(fileURLWithPath: path) }

  /// The files that messages may be about.
  var files: [String] { [path] + (passwordFile.map { [$0] } ?? []) }

  var takesPasswordFromInput: Bool { passwordFile == "-" }

  func open(_ context: CommandContext) throws -> PDFDocument {
    try PDFDocument(url: url, password: try secret(context))
  }

  private func secret(_ context: CommandContext) throws -> String? {
    guard let passwordFile else { return password }
    let text = String(decoding: try context.contents(of: passwordFile), as: UTF8.self)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
  }
}

extension CommandContext {
  /// The contents of a small file; `-` is standard input.
  func contents(of path: String) throws -> Data {
    if path == "-" { return input() }
    let url = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw PDFError(.fileNotFound, "There is no such file: check the name.", url: url)
    }
    guard let data = try? Data(contentsOf: url) else {
      throw PDFError(
        .cannotRead, "The file cannot be read: check that it is no folder, and its permissions.", url: url)
    }
    return data
  }
}
