import Postil

/// `postil highlight`: marks a text wherever it stands.
struct HighlightCommand: EditingCommand {
  private static let color = Option(
    "--color", "RRGGBB", help: "The colour; yellow without it.", parse: Values.color)
  private static let opacity = Option(
    "--opacity", "0…1", help: "From 0, invisible, to 1; 1 without it.", parse: Values.number(in: 0...1))
  private static let author = Option("--author", "NAME", help: "Who marks it.") { $0 }
  private static let contents = Option("--contents", "TEXT", help: "The text that belongs to each mark.") {
    $0
  }

  static let description = CommandDescription(
    name: "highlight", abstract: "Highlights a text wherever it stands.",
    discussion: "Each match becomes one annotation, with a mark for each line that it touches. White space "
      + "matches white space and ends of lines.",
    synopsis: "FILE \(TextQuery.synopsis) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument, TextQuery.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: TextQuery.options + [
          color.description, opacity.description, author.description, contents.description,
        ])
    ] + SavingOptions.sections,
    example: "postil highlight report.pdf \"page tree\" --ignore-case -o marked.pdf")

  let file: InputFile
  let saving: SavingOptions
  let printsJSON: Bool
  private let query: TextQuery
  private let style: StrokeStyle
  private let author: String?
  private let contents: String?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    query = try TextQuery(arguments)
    style = StrokeStyle(color: arguments[Self.color] ?? .yellow, opacity: arguments[Self.opacity] ?? 1)
    author = arguments[Self.author]
    contents = arguments[Self.contents]
    saving = try SavingOptions(arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> EditOutcome {
    var edits: [Edit] = []
    var ids: [JSONValue] = []
    for try await match in try query.search(document) {
      let mark = Annotation(highlighting: match, style: style, contents: contents, author: author)
      edits.append(.addAnnotation(mark, page: match.page))
      ids.append(.text(mark.id.rawValue))
    }
    try document.apply(edits, named: "Highlight")
    let note = edits.isEmpty ? "there are no matches" : "\(edits.count) highlighted"
    return EditOutcome(values: ["ids": .list(ids)], note: note)
  }
}
