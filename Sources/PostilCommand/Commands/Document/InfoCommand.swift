import Postil

/// `postil info`: what a document says of itself.
struct InfoCommand: PostilCommand {
  private static let pages = PageOption.range("Adds a list of these pages: size, rotation, annotations.")

  static let description = CommandDescription(
    name: "info", abstract: "Shows what a document is: pages, version, title, size.",
    discussion:
      "Width and height of a page are those of its crop box as the file has it, not turned: in points in the table, in JSON in "
      + "the units of the page as its boxes are, each of which is userUnit points.",
    synopsis: "FILE [--pages RANGE] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [pages.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil info report.pdf --pages 1-last")

  private let file: InputFile
  private let range: PageRange?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.pages]
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let pages = try range.map { try self.pages(of: document, $0, context) }
    if printsJSON {
      var values = document.values
      if let pages { values["pages"] = .list(pages.map(\.values)) }
      context.print(.object(values))
    } else {
      context.output.write(document.lines + (pages.map { "\n" + Self.table($0) } ?? ""))
    }
  }

  private func pages(of document: PDFDocument, _ range: PageRange, _ context: CommandContext) throws
    -> [PDFPage]
  {
    let indices = try range.indices(among: document.pageCount)
    var progress = Progress("Reading pages", of: indices.count, on: context.errors)
    defer { progress.finish() }
    return try indices.map { index in
      defer { progress.advance() }
      return try document.page(at: index)
    }
  }

  private static func table(_ pages: [PDFPage]) -> String {
    var table = Table([">Page", "Label", ">Width", ">Height", ">Rotation", ">Annotations"])
    for page in pages {
      let box = page.bounds(for: .cropBox)
      table.add([
        "\(page.index + 1)", page.label, (box.width * page.userUnit).short,
        (box.height * page.userUnit).short, "\(page.rotation.degrees)",
        page.annotations.count.grouped,
      ])
    }
    return table.text
  }
}
