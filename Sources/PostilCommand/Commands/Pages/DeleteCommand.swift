import Postil

/// `postil delete`: takes pages out.
struct DeleteCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to take out.")

  static let description = CommandDescription(
    name: "delete", abstract: "Takes pages out.",
    discussion:
      "Outline items that led to them go with them, links lead nowhere. Their bytes stay in a file that is appended to; "
      + "--strategy rewrite leaves them out.",
    synopsis: "FILE --pages RANGE \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [pages.description])] + SavingOptions.sections,
    example: "postil delete report.pdf --pages 2-3 -o shorter.pdf")

  let edited: EditedFile
  private let range: PageRange

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = try arguments.require(Self.pages)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range.distinctIndices(among: pages.count)
    try document.removePages(indices.map { pages[$0] })
    return CommandOutcome(values: ["pages": .list(indices.map { .integer($0 + 1) })])
  }
}
