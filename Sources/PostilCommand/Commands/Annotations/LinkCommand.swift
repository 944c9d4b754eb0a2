import Postil

/// `postil link`: an area that leads to a web address or to a place in the document.
struct LinkCommand: AnnotationCommand {
  private static let rect = AnnotationOptions.rect("The area: its lower left corner, width and height.")
  private static let uri = Option(
    "--uri", "U", help: "The address that it leads to.", parse: Values.text)
  private static let toPage = Option("--to-page", "M", help: "The page that it leads to.") {
    try PageNumber($0)
  }
  private static let at = Option(
    "--at", "X,Y", help: "The point of that page that comes to the upper left of the window.",
    parse: Values.point)
  private static let zoom = Option(
    "--zoom", "Z", help: "The zoom at which that page is shown: 1 is 100 %.", parse: Values.number(upTo: 64))
  private static let named = Option(
    "--named", "NAME", help: "The place that the document has under a name.", parse: Values.text)
  private static let contents = AnnotationOptions.contents("What is read aloud in place of the link.")

  static let description = CommandDescription(
    name: "link", abstract: "Makes an area of a page a link.",
    discussion:
      "The page that a link leads to stays the same page when pages are moved. Coordinates are points "
      + "from the lower left, of the page as the file has it, not turned.",
    synopsis: "FILE --page N --rect X,Y,W,H (--uri U | --to-page M | --named NAME) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          PageOption.page.description, rect.description, uri.description, toPage.description, at.description,
          zoom.description, named.description, contents.description,
        ])
    ] + SavingOptions.sections,
    example: "postil link report.pdf --page 1 --rect 72,700,90,14 --uri https://example.org -o linked.pdf")

  private enum Target {
    case fixed(LinkTarget)
    case page(PageNumber, PageDestination.View)
  }

  let edited: EditedFile
  static let editName = "Link"
  let page: PageNumber
  private let rect: PageRect
  private let target: Target
  private let contents: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    page = try arguments.require(PageOption.page)
    rect = try arguments.require(Self.rect)
    target = try Self.target(arguments)
    contents = arguments[Self.contents]
  }

  private static func target(_ arguments: ParsedArguments) throws -> Target {
    let given = [arguments.has(uri), arguments.has(toPage), arguments.has(named)].count { $0 }
    guard given == 1 else {
      throw UsageError("give --uri U, or --to-page M, or --named NAME: one of the three")
    }
    if let page = arguments[toPage] {
      let point = arguments[at]
      return .page(page, .position(left: point?.x, top: point?.y, zoom: arguments[zoom]))
    }
    guard !arguments.has(at), !arguments.has(zoom) else {
      throw UsageError("--at and --zoom go with --to-page only")
    }
    let text = arguments[uri] ?? arguments[named] ?? ""
    guard !text.isEmpty else { throw UsageError("the target of the link is empty") }
    return .fixed(arguments.has(uri) ? .uri(text) : .named(text))
  }

  func annotation(for page: PDFPage, of document: PDFDocument) throws -> Annotation {
    let target: LinkTarget =
      switch target {
      case .fixed(let target): target
      case .page(let number, let view):
        .place(PageDestination(try document.page(at: number.index(among: document.pageCount)).id, view: view))
      }
    return Annotation(.link(rect, to: target), contents: contents)
  }
}
