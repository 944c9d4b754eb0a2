import Postil

/// `postil overlay`: paints a page of another document on pages.
struct OverlayCommand: EditingCommand {
  private static let from = OtherFile.from("The PDF document with the page that is painted.")
  private static let fromPage = Option(
    "--from-page", "M", help: "Which page of OTHER, from 1; the first without it.",
    parse: Values.integer(in: 1...1_000_000_000))
  private static let pages = PageOption.range("The pages to paint on; all of them without it.")
  private static let below = Option(
    flag: "--below",
    help: "Paints it before what pages show, which then covers it (an underlay), such as a letterhead.")
  private static let actualSize = Option(
    flag: "--actual-size",
    help: "As large as it is, in the middle; without it as large as each page allows.")
  private static let rect = Option(
    "--rect", "X,Y,W,H",
    help: "As large as a rectangle allows: its lower left corner, width and height, in points.",
    parse: Values.rect)

  static let description = CommandDescription(
    name: "overlay", abstract: "Paints a page of another document on pages: a watermark, a letterhead.",
    discussion:
      "It becomes a part of the pages' content, upright as they are shown. The annotations of the painted page are painted too.",
    synopsis:
      "FILE --from OTHER [--from-page M] [--pages RANGE] [--below] [--actual-size | --rect X,Y,W,H] [--opacity O] "
      + SavingOptions.synopsis,
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          from.description, fromPage.description,
        ] + OtherFile.password.descriptions + [
          pages.description,
          below.description, actualSize.description, rect.description, AnnotationOptions.opacity.description,
        ])
    ] + SavingOptions.sections,
    example: "postil overlay report.pdf --from report.pdf --opacity 0.2 -o marked.pdf")

  let edited: EditedFile
  private let source: OtherFile
  private let sourcePage: Int
  private let range: PageRange?
  private let isUnderlay: Bool
  private let placement: PageOverlay.Placement
  private let opacity: Double

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    source = try OtherFile(try arguments.require(Self.from), arguments)
    sourcePage = arguments[Self.fromPage] ?? 1
    range = arguments[Self.pages]
    isUnderlay = arguments.has(Self.below)
    let rect = arguments[Self.rect]
    guard rect == nil || !arguments.has(Self.actualSize) else {
      throw UsageError("--actual-size and --rect do not go together")
    }
    placement = rect.map { .rect($0) } ?? (arguments.has(Self.actualSize) ? .actualSize : .fit)
    opacity = arguments[AnnotationOptions.opacity] ?? 1
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let other = try source.open(context)
    let page = try other.page(at: sourcePage - 1).id
    let pages = document.pageIDs
    let indices = try range?.distinctIndices(among: pages.count) ?? Array(pages.indices)
    try document.addOverlayAndWait(
      PageOverlay(page, of: other, isUnderlay: isUnderlay, placement: placement, opacity: opacity),
      to: indices.map { pages[$0] })
    return CommandOutcome(
      values: ["pages": .list(indices.map { .integer($0 + 1) })],
      warnings: other.isEncrypted && !document.isEncrypted
        ? ["the page is of an encrypted document, and this file is not encrypted"] : [])
  }
}
