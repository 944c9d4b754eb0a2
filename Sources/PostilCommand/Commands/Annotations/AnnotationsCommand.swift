import Postil

/// `postil annotations`: what is drawn on the pages.
struct AnnotationsCommand: PostilCommand {
  static let description = CommandDescription(
    name: "annotations", abstract: "Lists the annotations of a page, or of all pages.",
    synopsis: "FILE [--page N] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [PageOption.page.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil annotations report.pdf --page 1")

  private let file: InputFile
  private let page: PageNumber?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    page = arguments[PageOption.page]
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let count = document.pageCount
    let indices = try page.map { [try $0.index(among: count)] } ?? Array(0..<count)
    var progress = Progress("Reading pages", of: indices.count, on: context.errors)
    let pages = try indices.map { index in
      defer { progress.advance() }
      let page = try document.page(at: index)
      return (number: index + 1, id: page.id, annotations: page.annotations)
    }
    progress.finish()
    if printsJSON {
      let values = try pages.flatMap { page in
        try page.annotations.map { annotation in
          // Of what Postil does not draw the file says where it is.
          let isUnderstood = annotation.content.unsupported == nil && annotation.foreignKeys.isEmpty
          let raw = isUnderstood ? nil : try document.rawValue(of: annotation.id, on: page.id)
          return annotation.values(page: page.number, dictionary: raw)
        }
      }
      context.print(.object(["annotations": .list(values)]))
    } else {
      context.output.write(Self.table(pages))
    }
  }

  private static func table(_ pages: [(number: Int, id: PageID, annotations: [Annotation])]) -> String {
    guard pages.contains(where: { !$0.annotations.isEmpty }) else { return "There are no annotations.\n" }
    var table = Table([">Page", "Id", "Kind", "Bounds", "Colour", ">Width", ">Opacity", "Author", "Contents"])
    for page in pages { for annotation in page.annotations { table.add(annotation.row(page: page.number)) } }
    return table.text
  }
}
