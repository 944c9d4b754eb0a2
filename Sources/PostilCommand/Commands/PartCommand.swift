import Postil

/// A command that shows a part of a document, or, with an option that says so, changes it and writes the result.
protocol PartCommand: PostilCommand {
  var file: InputFile { get }
  /// Where the result goes; `nil` if the part is only shown.
  var saving: SavingOptions? { get }
  var printsJSON: Bool { get }

  /// Shows the part.
  func show(_ document: PDFDocument, _ context: CommandContext) throws
  /// Makes the edits.
  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> CommandOutcome
}

extension PartCommand {
  var files: [NamedFile] { file.files + (saving?.files ?? []) }

  func run(_ context: CommandContext) async throws {
    guard let saving else { return try show(file.open(context), context) }
    try await EditedFile(file: file, saving: saving, printsJSON: printsJSON).write(context, edit)
  }
}

extension SavingOptions {
  /// The options if something is changed.
  ///
  /// - Throws: ``UsageError`` if nothing is changed and the result has a place to go to.
  static func ifChanged(
    _ isChanged: Bool, by option: String, _ arguments: ParsedArguments, file: InputFile
  ) throws -> SavingOptions? {
    if isChanged { return try SavingOptions(arguments, file: file) }
    guard arguments[output] == nil, !arguments.has(inPlace) else {
      throw UsageError("there is nothing to write without \(option)")
    }
    return nil
  }
}
