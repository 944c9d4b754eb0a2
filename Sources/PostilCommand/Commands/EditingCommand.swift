import Postil

/// A command that changes a document and writes the result.
protocol EditingCommand: PostilCommand {
  var file: InputFile { get }
  var saving: SavingOptions { get }
  var printsJSON: Bool { get }

  /// Makes the edits.
  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> EditOutcome
}

/// What a report says of the edits, besides how they were written.
struct EditOutcome {
  /// Keys of the JSON object.
  var values: [String: JSONValue] = [:]
  /// What a person is told at the end of the line.
  var note: String?
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

extension SaveReport {
  /// The report in a line.
  fileprivate var sentence: String {
    switch strategy {
    case .nothing: "nothing was changed"
    case .copy: "nothing was changed; copied \(fileSize.counted("byte"))"
    case .append: "appended \(bytesWritten.counted("byte")) (\(objectsChanged.counted("object")))"
    case .rewrite: "rewrote \(bytesWritten.counted("byte")) (\(objectsChanged.counted("object")) changed)"
    }
  }

  fileprivate var values: [String: JSONValue] {
    [
      "strategy": .text(strategy.rawValue), "reason": .text(reason), "bytesWritten": .integer(bytesWritten),
      "objectsChanged": .integer(objectsChanged), "fileSize": .integer(fileSize),
      "warnings": .list(warnings.map(JSONValue.text)),
    ]
  }
}
