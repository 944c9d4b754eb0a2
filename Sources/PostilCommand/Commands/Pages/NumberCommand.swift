import Postil

/// `postil number`: page numbers, headers, footers and watermarks.
struct NumberCommand: EditingCommand {
  private static let text = Option(
    "--text", "TEXT",
    help:
      "The text; {page} without it. {page} is the page's place, {pages} how many there are, {label} what it is called, {number} counts, "
      + "{title} is the document's title; {{ is a brace."
  ) { $0 }
  private static let position = Option<PageMark.Position>(
    "--at", help: "Where it stands on the page as that is shown; bottomCenter without it.")
  private static let pages = PageOption.range(
    "The pages, in the order that {number} counts; all of them without it.")
  private static let start = Option(
    "--start", "N", help: "What {number} is on the first page; 1 without it.",
    parse: Values.integer(in: 0...1_000_000_000))
  private static let digits = Option(
    "--digits", "N", help: "How many digits {number} has at least, as Bates numbers want it; 1 without it.",
    parse: Values.integer(in: 1...20))
  private static let font = Option("--font", "FAMILY", help: "The font's family; Helvetica without it.") {
    $0
  }
  private static let size = Option(
    "--size", "PT", help: "The font's size in points; 10 without it. Too long a text is smaller.",
    parse: Values.number(in: TextFont.sizes))
  private static let bold = Option(flag: "--bold", help: "Heavy letters.")
  private static let italic = Option(flag: "--italic", help: "Slanted letters.")
  private static let color = Option(
    "--color", "RRGGBB", help: "The colour; black without it.", parse: Values.color)
  private static let margin = Option(
    "--margin", "PT", help: "The distance to the edges of the page; 28 without it.",
    parse: Values.number(in: 0...10_000))
  private static let angle = Option(
    "--angle", "DEGREES", help: "Turns it counterclockwise; 0 without it.",
    parse: Values.number(in: -360...360))
  private static let below = Option(flag: "--below", help: "Has what the page shows cover it.")
  private static let name = Option(
    "--name", "NAME",
    help:
      "Its name: it replaces the one of that name that a page has. The place, such as bottomCenter, without it."
  ) { $0 }
  private static let remove = Option(
    flag: "--remove",
    help: "Takes away what this command put on pages: with --name that alone, else all of it.")

  static let description = CommandDescription(
    name: "number", abstract: "Numbers pages, or puts a header, a footer or a watermark on them.",
    discussion:
      "The text stands upright on each page as it is shown. A second run at the same place replaces it, and --remove takes it away: the "
      + "content of the page is then what it was. In documents with tags it is marked as an artifact.",
    synopsis:
      "FILE ([--text TEXT] [--at PLACE] [--pages RANGE] [--start N] [--digits N] | --remove) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          text.description, position.description, pages.description, start.description, digits.description,
          font.description, size.description, bold.description, italic.description, color.description,
          AnnotationOptions.opacity.description, margin.description, angle.description, below.description,
          name.description, remove.description,
        ])
    ] + SavingOptions.sections,
    example: "postil number report.pdf --text \"{page} / {pages}\" -o numbered.pdf")

  let edited: EditedFile
  private let range: PageRange?
  private let removes: Bool
  private let name: String?
  private let mark: PageMark

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = arguments[Self.pages]
    removes = arguments.has(Self.remove)
    name = arguments[Self.name]
    if removes, arguments[Self.text] != nil { throw UsageError("--remove and --text do not go together") }
    mark = PageMark(
      arguments[Self.text] ?? "{page}", at: arguments[Self.position] ?? .bottomCenter, name: name,
      font: TextFont(
        arguments[Self.font] ?? TextFont().family, size: arguments[Self.size] ?? 10,
        isBold: arguments.has(Self.bold), isItalic: arguments.has(Self.italic)),
      color: arguments[Self.color] ?? .black, opacity: arguments[AnnotationOptions.opacity] ?? 1,
      margin: arguments[Self.margin] ?? 28, angle: arguments[Self.angle] ?? 0,
      isUnderlay: arguments.has(Self.below), firstNumber: arguments[Self.start] ?? 1,
      digits: arguments[Self.digits] ?? 1)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range?.distinctIndices(among: pages.count) ?? Array(pages.indices)
    let chosen = indices.map { pages[$0] }
    if removes {
      let count = try document.removeMarks(named: name, from: chosen)
      return CommandOutcome(values: ["removed": .integer(count)], note: "\(count.counted("mark")) removed")
    }
    try document.setMark(mark, on: chosen)
    return CommandOutcome(values: ["pages": .list(indices.map { .integer($0 + 1) })])
  }
}
