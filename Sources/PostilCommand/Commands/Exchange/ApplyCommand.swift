import Foundation
import Postil

/// `postil apply`: a script of edits.
struct ApplyCommand: EditingCommand {
  static let description = CommandDescription(
    name: "apply", abstract: "Applies a list of edits from a JSON file, in order.",
    discussion: "The file holds a list such as [{\"edit\": \"addAnnotation\", \"page\": 1, \"annotation\": "
      + "{\"kind\": \"rectangle\", \"rect\": [72, 600, 200, 80], \"color\": \"FF0000\"}}, {\"edit\": "
      + "\"rotatePages\", \"pages\": [2], \"by\": 90}, \"undo\"]. Edits are addAnnotation, "
      + "replaceAnnotation, removeAnnotation, rotatePages, movePages, placePages, erase, clear, group, "
      + "undo and redo. Pages are named by their number in FILE. If an edit does not fit, nothing is "
      + "written.", synopsis: "FILE EDITS.json \(SavingOptions.synopsis)",
    arguments: [
      InputFile.argument,
      ArgumentDescription(name: "EDITS.json", help: "The list of edits; - is standard input."),
    ], sections: SavingOptions.sections, example: "postil apply report.pdf edits.json -o edited.pdf")

  let edited: EditedFile
  private let script: FileArgument

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    script = try FileArgument(arguments.positionals[1])
    if script.isStandardStream, let other = edited.file.standardInputUse {
      throw UsageError("\(other) and the edits cannot both come from standard input")
    }
  }

  var files: [NamedFile] { edited.files(and: [script]) }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let steps = try readScript(context)
    try document.apply(steps)
    return CommandOutcome(values: ["steps": .integer(steps.steps.count)])
  }

  private func readScript(_ context: CommandContext) throws -> EditScript {
    do {
      return try EditScript(json: try context.contents(of: script))
    } catch var error as PDFError {
      error.url = script.url
      guard error.url == nil else { throw error }
      // Name standard input rather than the document.
      throw CommandFailure(error, files: [.input(script)])
    }
  }
}
