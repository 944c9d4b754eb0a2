import Postil

/// `postil resize`: gives pages another size.
struct ResizeCommand: EditingCommand {
  private static let pages = PageOption.range("The pages to resize; all of them without it.")
  private static let size = Option(
    "--size", "SIZE",
    help:
      "A4, A3, A5, letter, legal, tabloid and the like, or WxH in points, such as 595x842, as the pages are shown.",
    parse: { text in
      if let size = PageSize(named: text) { return size }
      guard text.contains("x") else {
        let names = PageSize.named.keys.sorted().joined(separator: ", ")
        throw UsageError("'\(text)' is not a size: give one of \(names), or one like 595x842")
      }
      let sides = try PageSides.parse(text)
      return PageSize(width: sides.width, height: sides.height)
    })
  private static let scale = Option<PageResizing.Scaling>(
    "--scale",
    help: "Shows all of the content, has it cover the page, or leaves it as large as it is; fit without it.")
  private static let align = Option<PageResizing.Alignment>(
    "--align", help: "Where the content stands on the page as it is shown; center without it.")
  private static let exact = Option(
    flag: "--exact",
    help:
      "Gives all pages the size as it is; without it, the size is turned for pages that lie on their side.")

  static let description = CommandDescription(
    name: "resize", abstract: "Gives pages another size and scales what they show.",
    discussion:
      "Annotations, form fields, links and the places that outline items lead to move with the content. What a crop box hides stays "
      + "hidden.",
    synopsis:
      "FILE --size SIZE [--pages RANGE] [--scale fit|fill|none] [--align center|top|…] [--exact] \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          size.description, pages.description, scale.description, align.description, exact.description,
        ])
    ] + SavingOptions.sections,
    example: "postil resize report.pdf --size A5 -o small.pdf")

  let edited: EditedFile
  private let range: PageRange?
  private let size: PageSize
  private let resizing: PageResizing

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    range = arguments[Self.pages]
    size = try arguments.require(Self.size)
    resizing = PageResizing(
      arguments[Self.scale] ?? .fit, alignment: arguments[Self.align] ?? .center,
      keepsOrientation: !arguments.has(Self.exact))
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let pages = document.pageIDs
    let indices = try range?.distinctIndices(among: pages.count) ?? Array(pages.indices)
    try document.resizePagesAndWait(indices.map { pages[$0] }, to: size, resizing)
    return CommandOutcome(values: ["pages": .list(indices.map { .integer($0 + 1) })])
  }
}
