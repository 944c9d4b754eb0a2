import Postil

/// `postil flatten`: form fields that become a part of their pages.
struct FlattenCommand: EditingCommand {
  private static let fields = Option(
    "--fields", "NAME", repeats: true,
    help: "A field by its full name; may be given several times. Without it all fields.",
    parse: Values.text)

  static let description = CommandDescription(
    name: "flatten", abstract: "Makes the fields of a form a part of their pages.",
    discussion:
      "What they show stays, and can no longer be filled in. Fields whose appearance does not show their value are drawn anew. "
      + "Signatures, links and other annotations stay.",
    synopsis: "FILE [--fields NAME…] \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [fields.description])] + SavingOptions.sections,
    example: "postil flatten filled.pdf -o final.pdf")

  let edited: EditedFile
  private let names: [String]

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    names = arguments.all(Self.fields)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let flattened = try flatten(document)
    guard !flattened.isEmpty else {
      throw PDFError(
        .nothingToDo, "There is nothing to flatten: signatures stay as they are.", url: document.url)
    }
    return CommandOutcome(
      values: ["flattened": .list(flattened.map(JSONValue.text))],
      note: "\(flattened.count.counted("field")) flattened")
  }

  private func flatten(_ document: PDFDocument) throws -> [String] {
    do {
      return try document.flattenFormAndWait(names.isEmpty ? nil : names)
    } catch {
      guard error.code == .noSuchField, names.isEmpty else { throw error }
      throw PDFError(.nothingToDo, error.message, url: error.url)
    }
  }
}
