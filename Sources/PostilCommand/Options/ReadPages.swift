import Postil

/// The document and the pages that a command reads, and whether it prints JSON.
struct ReadPages {
  static let range = PageOption.range("The pages; all of them unless given.")

  private let file: InputFile
  private let range: PageRange?
  let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.range]
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  /// Opens the document.
  ///
  /// - Parameter copies: Whether its author has to allow that content is copied.
  /// - Returns: The document, the pages, `nil` for all, and the numbers of pages, from 1.
  func open(
    _ context: CommandContext, copies: Bool = true
  ) throws -> (document: PDFDocument, pages: [PageID]?, numbers: [PageID: Int]) {
    let document = try file.open(context)
    if copies { try document.requirePermission(.copying) }
    let all = document.pageIDs
    return (
      document, try range?.indices(among: all.count).map { all[$0] },
      Dictionary(zip(all, 1...)) { first, _ in first }
    )
  }
}
