import Postil

/// A command that changes a document and writes the result.
protocol EditingCommand: PostilCommand {
  var edited: EditedFile { get }

  /// Makes the edits.
  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> CommandOutcome
}

extension EditingCommand {
  var files: [NamedFile] { edited.files() }

  func run(_ context: CommandContext) async throws { try await edited.write(context, edit) }
}

/// The file of a command, where what becomes of it goes, and how that is told.
struct EditedFile {
  let file: InputFile
  let saving: SavingOptions
  let printsJSON: Bool

  /// - Parameter isSquash: Whether the file becomes one revision.
  init(_ arguments: ParsedArguments, isSquash: Bool = false) throws {
    file = try InputFile(arguments)
    saving = try SavingOptions(arguments, file: file, isSquash: isSquash)
    printsJSON = arguments.has(PageOption.json)
  }

  init(file: InputFile, saving: SavingOptions, printsJSON: Bool) {
    (self.file, self.saving, self.printsJSON) = (file, saving, printsJSON)
  }

  /// The files that errors may name.
  ///
  /// - Parameter others: What the command reads besides.
  func files(and others: [FileArgument] = []) -> [NamedFile] {
    file.files + others.map(NamedFile.input) + saving.files
  }

  /// Opens the document, has it edited, saves it and says what was saved.
  func write(
    _ context: CommandContext, _ edit: (PDFDocument, CommandContext) async throws -> CommandOutcome
  ) async throws {
    try saving.requireNoTerminal(context)
    let document = try file.open(context)
    let outcome = try await edit(document, context)
    try saving.report(saving.save(document, context), outcome, of: file, printsJSON: printsJSON, context)
  }
}

extension SavingOptions {
  /// Says what was saved.
  func report(
    _ report: SaveReport, _ outcome: CommandOutcome, of file: InputFile, printsJSON: Bool,
    _ context: CommandContext
  ) {
    // Standard output may have the document's bytes alone.
    let reports = usesStandardOutput ? context.errors : context.output
    if printsJSON {
      reports.write(JSONValue.object(report.values.merging(outcome.values) { $1 }).line)
    } else {
      let note = outcome.note.map { "; \($0)" } ?? ""
      reports.write("\(name(else: file)): \(report.sentence)\(note)\n")
      let renamed = report.renamedFields.isEmpty ? [] : [report.renamedFields.sentence]
      for warning in report.warnings + outcome.warnings + renamed {
        context.errors.write("postil: \(file.name): \(warning.printable)\n")
      }
    }
  }
}

/// The result of edits, for the report.
struct CommandOutcome {
  /// Keys of the JSON object.
  var values: [String: JSONValue] = [:]
  /// A remark at the end of the report's line.
  var note: String?
  /// What the user should know, for standard error.
  var warnings: [String] = []
}
