import Postil

/// `postil highlight`: marks texts wherever they stand.
struct HighlightCommand: EditingCommand {
  private static let kind = Option<TextMarkupType>("--kind", help: "How it is marked; highlight without it.")
  private static let color = Option(
    "--color", "C",
    help:
      "The colour: \(Color.named.map(\.name).joined(separator: ", ")), or RRGGBB; yellow, green below text and red "
      + "through it without it.", parse: Values.color)
  private static let blend = Option<BlendMode>(
    "--blend", help: "How highlights are mixed with the page; multiply without it. On dark pages: screen.")
  private static let author = AnnotationOptions.author("Who marks it.")
  private static let contents = AnnotationOptions.contents("The text that belongs to each mark.")

  static let description = CommandDescription(
    name: "highlight", abstract: "Highlights, underlines or strikes out a text wherever it stands.",
    discussion: "Each match becomes one annotation, with a mark for each line that it touches. White space "
      + "matches white space and ends of lines.",
    synopsis: "FILE TEXT… [--kind KIND] \(TextQuery.synopsis) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument, TextQuery.arguments],
    sections: [
      OptionSection(
        title: "Options",
        options: TextQuery.options + [
          kind.description, color.description, AnnotationOptions.opacity.description, blend.description,
          author.description,
          contents.description,
        ])
    ] + SavingOptions.sections,
    example: "postil highlight report.pdf \"page tree\" --ignore-case -o marked.pdf")

  /// The words for blend modes.
  private enum BlendMode: String, CaseIterable {
    case multiply, normal, screen

    var mode: Appearance.BlendMode {
      switch self {
      case .multiply: .multiply
      case .normal: .normal
      case .screen: .screen
      }
    }
  }

  let edited: EditedFile
  private let query: TextQuery
  private let type: TextMarkupType
  private let blendMode: Appearance.BlendMode?
  private let style: AnnotationStyle
  private let author: String?
  private let contents: String?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    query = try TextQuery(arguments)
    type = arguments[Self.kind] ?? .highlight
    blendMode = arguments[Self.blend]?.mode
    style = AnnotationStyle(
      color: arguments[Self.color] ?? AnnotationStyle.textMarkup(type).color,
      opacity: arguments[AnnotationOptions.opacity] ?? 1)
    author = arguments[Self.author]
    contents = arguments[Self.contents]
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> CommandOutcome {
    var edits: [Edit] = []
    var ids: [JSONValue] = []
    for search in try query.searches(document) {
      for try await match in search {
        let mark = Annotation(
          .textMarkup(type, match.quads, blendMode: blendMode), style: style, contents: contents,
          author: author)
        edits.append(.addAnnotation(mark, page: match.page))
        ids.append(.text(mark.id.rawValue))
      }
    }
    try document.apply(edits, named: "Highlight")
    let note = edits.isEmpty ? "there are no matches" : "\(edits.count.counted("mark")) made"
    return CommandOutcome(values: ["ids": .list(ids)], note: note)
  }
}
