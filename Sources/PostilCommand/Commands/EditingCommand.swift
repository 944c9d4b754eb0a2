import Postil

/// A command that changes a document and writes the result.
protocol EditingCommand: PostilCommand {
  var file: InputFile { get }
  var saving: SavingOptions { get }
  var printsJSON: Bool { get }

  /// Makes the edits.
  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> EditOutcome
}

extension EditingCommand {
  var files: [String] { file.files + (saving.target.map { [$0] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let outcome = try edit(document, context)
    let report = try saving.save(document)
    if printsJSON {
      context.print(.object(report.values.merging(outcome.values) { $1 }))
    } else {
      let note = outcome.note.map { "; \($0)" } ?? ""
      context.output.write("\(saving.target ?? file.path): \(report.sentence)\(note)\n")
      for warning in report.warnings { context.errors.write("postil: \(file.path): \(warning.printable)\n") }
    }
  }
}
