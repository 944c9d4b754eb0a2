import Postil

/// `postil detach`: takes attachments out of a document.
struct DetachCommand: EditingCommand {
  private static let name = Option(
    "--name", "NAME", repeats: true, help: "The attachment, as postil attachments lists it.",
    parse: Values.text)

  static let description = CommandDescription(
    name: "detach", abstract: "Takes attachments out of a document.",
    discussion:
      "Their bytes stay in a file that is appended to; --strategy rewrite leaves them out. What annotations hold, "
      + "postil erase removes.",
    synopsis: "FILE --name NAME… \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [name.description])] + SavingOptions.sections,
    example: "postil detach attached.pdf --name edits -o detached.pdf")

  let edited: EditedFile
  private let names: [String]

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    _ = try arguments.require(Self.name)
    names = arguments.all(Self.name)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    try document.edit("Delete Attachment") { edit in for name in names { try edit.detach(name) } }
    return CommandOutcome(values: ["names": .list(names.map(JSONValue.text))])
  }
}
