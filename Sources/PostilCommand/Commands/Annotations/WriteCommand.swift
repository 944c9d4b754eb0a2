import Postil

/// `postil write`: writes text on a page.
struct WriteCommand: AnnotationCommand {
  private static let rect = AnnotationOptions.rect(
    "Where: the lower left corner, width and height. It grows downwards with its text.")
  private static let text = Option("--text", "TEXT", help: "The text; lines end where the rectangle does.") {
    $0
  }
  private static let font = Option("--font", "FAMILY", help: "The font's family; Helvetica without it.") {
    $0
  }
  private static let size = Option(
    "--size", "PT", help: "The font's size in points; 12 without it.",
    parse: Values.number(in: TextFont.sizes))
  private static let bold = Option(flag: "--bold", help: "Heavy letters.")
  private static let italic = Option(flag: "--italic", help: "Slanted letters.")
  private static let color = Option(
    "--color", "RRGGBB", help: "The colour of text and border; black without it.", parse: Values.color)
  private static let background = Option(
    "--background", "RRGGBB", help: "The colour behind the text; none without it.", parse: Values.color)
  private static let border = Option(
    "--border", "PT", help: "The width of a border; none without it.",
    parse: Values.number(in: 0...AnnotationStyle.maximumLineWidth))
  private static let align = Option<TextAlignment>("--align", help: "Where lines stand; left without it.")
  private static let author = AnnotationOptions.author("Who writes it.")

  static let description = CommandDescription(
    name: "write", abstract: "Writes text on a page, in any script.",
    discussion:
      "The fonts are saved with it. On a page that is turned the text stands upright. Coordinates are points "
      + "from the lower left, of the page as the file has it, not turned.",
    synopsis: "FILE --page N --rect X,Y,W,H --text TEXT \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, rect.description, text.description, font.description, size.description,
          bold.description, italic.description, color.description, background.description, border.description,
          AnnotationOptions.opacity.description, align.description, author.description,
        ])
    ] + SavingOptions.sections,
    example:
      "postil write report.pdf --page 1 --rect 72,700,200,40 --text \"Проверено\" --size 14 -o marked.pdf")

  let edited: EditedFile
  static let editName = "Text"
  let page: PageNumber
  private let content: FreeTextContent
  private let style: AnnotationStyle
  private let author: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    page = try arguments.require(PageOption.page)
    content = FreeTextContent(
      try arguments.require(Self.text), in: try arguments.require(Self.rect),
      font: TextFont(
        arguments[Self.font] ?? TextFont().family, size: arguments[Self.size] ?? TextFont().size,
        isBold: arguments.has(Self.bold), isItalic: arguments.has(Self.italic)),
      alignment: arguments[Self.align] ?? .left)
    style = AnnotationStyle(
      color: arguments[Self.color] ?? .black, fill: arguments[Self.background],
      lineWidth: arguments[Self.border] ?? 0, opacity: arguments[AnnotationOptions.opacity] ?? 1)
    author = arguments[Self.author]
  }

  func annotation(for page: PDFPage, of document: PDFDocument) throws -> Annotation {
    var content = content
    content.rotation = page.rotation
    return try Annotation(.freeText(content), style: style, author: author).grownToText()
  }
}
