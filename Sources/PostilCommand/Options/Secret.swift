import Foundation

/// A password of the command line, or of a file, which other users of the machine do not see.
struct Secret: Sendable {
  /// The two options of a password: `--name` and `--name-file`.
  struct Options: Sendable {
    let text: Option<String>
    let file: Option<FileArgument>

    /// - Parameter name: The name of the first, with its dashes.
    init(_ name: String, _ value: String, help: String) {
      text = Option(name, value, help: help + " Other users of the machine may see it.", parse: Values.text)
      file = Option(
        "\(name)-file", "NAME", completion: .files,
        help: "Takes it from the first line of a file; - is standard input.", parse: { try FileArgument($0) })
    }

    var descriptions: [OptionDescription] { [text.description, file.description] }
  }

  private enum Source: Sendable {
    case text(String)
    case file(FileArgument)
  }

  private let source: Source

  /// - Returns: `nil` if neither option is given.
  /// - Throws: ``UsageError`` if both are.
  init?(_ arguments: ParsedArguments, _ options: Options) throws {
    switch (arguments[options.text], arguments[options.file]) {
    case (nil, nil): return nil
    case (let text?, nil): source = .text(text)
    case (nil, let file?): source = .file(file)
    case (_?, _?):
      throw UsageError(
        "\(options.text.description.name) and \(options.file.description.name) do not go together")
    }
  }

  /// Whether it is given as nothing.
  var isEmptyText: Bool { if case .text("") = source { true } else { false } }
  /// The file that it is in.
  var file: FileArgument? { if case .file(let file) = source { file } else { nil } }
  var isFromStandardInput: Bool { file?.isStandardStream == true }

  /// The password.
  func read(_ context: CommandContext) throws -> String {
    switch source {
    case .text(let text): return text
    case .file(let file):
      let text = String(decoding: try context.contents(of: file, upTo: 1 << 20), as: UTF8.self)
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first.map(String.init)
        ?? ""
    }
  }
}
