import Postil

/// `postil duplicate`: puts copies of pages in.
struct DuplicateCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to copy.")

  static let description = CommandDescription(
    name: "duplicate", abstract: "Puts a copy of pages behind each of them.",
    synopsis: "FILE --pages RANGE \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [pages.description])] + SavingOptions.sections,
    example: "postil duplicate report.pdf --pages 1 -o longer.pdf")

  let edited: EditedFile
  private let range: PageRange

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = try arguments.require(Self.pages)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range.distinctIndices(among: pages.count)
    let copies = try document.duplicatePages(indices.map { pages[$0] })
    let places = copies.compactMap { document.index(of: $0) }
    return CommandOutcome(values: [
      "pages": .list(indices.map { .integer($0 + 1) }), "copies": .list(places.map { .integer($0 + 1) }),
    ])
  }
}
