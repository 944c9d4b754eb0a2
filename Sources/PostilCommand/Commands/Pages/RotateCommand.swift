import Postil

/// `postil rotate`: rotates pages.
struct RotateCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to turn.")
  private static let by = Option(
    "--by", "90|180|270|-90", completion: .choices(["90", "180", "270", "-90"]),
    help: "How far, clockwise, from the way the pages are now."
  ) { text in
    let turns: [String: PageRotation] = [
      "90": .clockwise90, "180": .clockwise180, "270": .clockwise270, "-90": .counterclockwise90,
    ]
    guard let turn = turns[text] else { throw UsageError("'\(text)' is not one of 90, 180, 270, -90") }
    return turn
  }

  static let description = CommandDescription(
    name: "rotate", abstract: "Turns pages by quarter turns.",
    synopsis: "FILE --pages RANGE --by 90|180|270|-90 \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [pages.description, by.description])]
      + SavingOptions.sections,
    example: "postil rotate report.pdf --pages 1-2,last --by 90 -o turned.pdf")

  let edited: EditedFile
  private let range: PageRange
  private let turn: PageRotation

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = try arguments.require(Self.pages)
    turn = try arguments.require(Self.by)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range.distinctIndices(among: pages.count)
    try document.rotatePages(indices.map { pages[$0] }, by: turn)
    return CommandOutcome(values: ["pages": .list(indices.map { .integer($0 + 1) })])
  }
}
