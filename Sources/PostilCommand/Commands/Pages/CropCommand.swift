import Postil

/// `postil crop`: has a part of pages shown alone.
struct CropCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to crop; all of them without it.")
  private static let box = Option(
    "--box", "X,Y,W,H",
    help: "The part to show: its lower left corner, width and height; all is the whole page.",
    parse: { text in text == "all" ? nil : try Values.rect(text) as PageRect? })

  static let description = CommandDescription(
    name: "crop", abstract: "Has a part of pages shown alone.",
    discussion:
      "What is outside is hidden, not removed: anybody can bring it back. Coordinates are points from the lower left, of "
      + "the page as the file has it, not turned.",
    synopsis: "FILE [--pages RANGE] --box X,Y,W,H \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [pages.description, box.description])]
      + SavingOptions.sections,
    example: "postil crop report.pdf --pages 1 --box 36,36,300,300 -o cropped.pdf")

  let edited: EditedFile
  private let range: PageRange?
  private let rect: PageRect?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = arguments[Self.pages]
    rect = try arguments.require(Self.box)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range?.distinctIndices(among: pages.count) ?? Array(pages.indices)
    try document.cropPages(indices.map { pages[$0] }, to: rect)
    return CommandOutcome(values: ["pages": .list(indices.map { .integer($0 + 1) })])
  }
}
