import Postil

/// `postil squash`: makes a file one revision.
struct SquashCommand: EditingCommand {
  static let description = CommandDescription(
    name: "squash", abstract: "Writes a file anew as one revision: what it was before its last save is gone.",
    discussion:
      "Before the result takes its place, each of its bytes is looked at: it has to belong to an object that the document refers to. Removed pages are empty, whatever still leads to them. "
      + "What the document itself holds stays; scrub removes metadata, hidden layers and more.",
    synopsis: "FILE \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Result (one of the first two)",
        options: [
          SavingOptions.output.description, SavingOptions.inPlace.description, PageOption.json.description,
        ]),
      OptionSection(
        title: "Writing",
        options: [
          SavingOptions.linearize.description, SavingOptions.objectStreams.description,
        ] + EncryptionOptions.descriptions + [
          SavingOptions.breakSignatures.description, SavingOptions.removeSignatures.description,
        ]),
      InputFile.options,
    ], example: "postil squash report.pdf -o final.pdf")

  let edited: EditedFile

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments, isSquash: true)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let count = try document.revisionsAndWait().count
    return CommandOutcome(
      values: ["revisionsBefore": .integer(count)],
      note: count == 1 ? "it was one revision before" : "\(count.counted("revision")) became one")
  }
}
