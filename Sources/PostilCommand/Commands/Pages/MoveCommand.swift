import Postil

/// `postil move`: moves pages.
struct MoveCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to move, in the order they are to have.")
  private static let to = Option(
    "--to", "N",
    help: "The place that the first of them has in the result, from 1; end or last is behind all others.",
    parse: Values.place)

  static let description = CommandDescription(
    name: "move", abstract: "Moves pages to another place.",
    synopsis: "FILE --pages RANGE --to N \(SavingOptions.synopsis)", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [pages.description, to.description])]
      + SavingOptions.sections, example: "postil move report.pdf --pages last --to 1 -o moved.pdf")

  let edited: EditedFile
  private let range: PageRange
  /// `nil` is the end.
  private let place: Int?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = try arguments.require(Self.pages)
    place = try arguments.require(Self.to)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range.indices(among: pages.count)
    let place = place ?? pages.count - indices.count + 1
    try document.movePages(indices.map { pages[$0] }, to: place - 1)
    return CommandOutcome(values: [
      "pages": .list(indices.map { .integer($0 + 1) }), "to": .integer(place),
    ])
  }
}
