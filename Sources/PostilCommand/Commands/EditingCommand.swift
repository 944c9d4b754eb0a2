import Postil

/// A command that changes a document and writes the result.
protocol EditingCommand: PostilCommand {
  var file: InputFile { get }
  var saving: SavingOptions { get }
  var printsJSON: Bool { get }

  /// Makes the edits.
  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> CommandOutcome
}

extension EditingCommand {
  var files: [NamedFile] { file.files + saving.files }

  func run(_ context: CommandContext) async throws {
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
