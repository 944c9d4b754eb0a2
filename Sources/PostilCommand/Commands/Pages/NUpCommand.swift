import Postil

/// `postil nup`: makes a document with several pages on each sheet.
struct NUpCommand: PostilCommand {
  private static let columns = Option(
    "--columns", "N", help: "How many pages stand beside each other; 2 without it.",
    parse: Values.integer(in: 1...100))
  private static let rows = Option(
    "--rows", "N", help: "How many pages stand below each other; 2 without it.",
    parse: Values.integer(in: 1...100))
  private static let sheet = Option(
    "--sheet", "WxH", help: "The size of a sheet in points; 595x842 (A4) without it.", parse: PageSides.parse)
  private static let margin = Option(
    "--margin", "POINTS", help: "The space at each edge of a sheet; 18 without it.",
    parse: Values.number(in: 0...7_200))
  private static let spacing = Option(
    "--spacing", "POINTS", help: "The space between two pages; 9 without it.",
    parse: Values.number(in: 0...7_200))
  private static let pages = PageOption.range("The pages, in the order they are to have; all without it.")

  static let description = CommandDescription(
    name: "nup", abstract: "Makes a document with several pages on each sheet.",
    discussion:
      "Pages are shown with their annotations and form values, and their text can be searched. The result is encrypted as FILE is. The document itself is not changed.",
    synopsis:
      "FILE [--columns N] [--rows N] [--sheet WxH] [--margin POINTS] [--spacing POINTS] [--pages RANGE] -o OUT",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          columns.description, rows.description, sheet.description, margin.description, spacing.description,
          pages.description, NewFile.output.description, PageOption.json.description,
        ]),
      EncryptionOptions.ofNewFile, InputFile.options,
    ], example: "postil nup report.pdf --columns 2 --rows 3 -o handout.pdf")

  private let file: InputFile
  private let layout: SheetLayout
  private let range: PageRange?
  private let output: NewFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    var layout = SheetLayout(columns: arguments[Self.columns] ?? 2, rows: arguments[Self.rows] ?? 2)
    if let sheet = arguments[Self.sheet] { (layout.width, layout.height) = sheet }
    layout.margin = arguments[Self.margin] ?? layout.margin
    layout.spacing = arguments[Self.spacing] ?? layout.spacing
    self.layout = layout
    range = arguments[Self.pages]
    output = try NewFile(arguments, standardInputUse: file.standardInputUse)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + output.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let pages = document.pageIDs
    let chosen = try range?.indices(among: pages.count).map { pages[$0] }
    try output.write(
      try document.imposedAndWait(layout, pages: chosen), of: document, printsJSON: printsJSON, context)
  }
}
