import Postil

/// `postil extract`: makes a document of some pages.
struct ExtractCommand: PostilCommand {
  private static let pages = PageOption.range("The pages, in the order they are to have.")

  static let description = CommandDescription(
    name: "extract", abstract: "Makes a document of some pages of another.",
    discussion:
      "Annotations, form fields, layers, tags, labels and the outline items of the pages come along; what is left behind is "
      + "told. The result is encrypted as FILE is. The document itself is not changed.",
    synopsis: "FILE --pages RANGE -o OUT", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [pages.description, NewFile.output.description, PageOption.json.description]),
      EncryptionOptions.ofNewFile, InputFile.options,
    ], example: "postil extract report.pdf --pages 1-2 -o part.pdf")

  private let file: InputFile
  private let range: PageRange
  private let output: NewFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = try arguments.require(Self.pages)
    output = try NewFile(arguments, standardInputUse: file.standardInputUse)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + output.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let pages = document.pageIDs
    let part = try PDFDocument()
    let inserted = try part.insertPagesAndWait(
      of: document, range.indices(among: pages.count).map { pages[$0] }, at: 0)
    try output.write(part, of: document, [(file.name, inserted)], printsJSON: printsJSON, context)
  }
}
