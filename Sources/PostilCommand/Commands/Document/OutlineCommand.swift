import Foundation
import Postil

/// `postil outline`: the bookmarks of a document.
struct OutlineCommand: PartCommand {
  private static let set = Option(
    "--set", "FILE.json", completion: .files,
    help: "Gives the document this outline: the form that --json prints; - is standard input.",
    parse: { try FileArgument($0) })
  private static let fromHeadings = Option(
    flag: "--from-headings", help: "Gives the document an outline of the headings on its pages.")
  private static let by = Option<StructureSource>(
    "--by",
    help:
      "What headings are known by: the tags of the document, its layout, or any: tags if there are some."
  )

  static let description = CommandDescription(
    name: "outline", abstract: "Shows the outline (bookmarks), or gives another.",
    discussion:
      "The file holds a list such as [{\"label\": \"Chapter 1\", \"to\": {\"page\": 3, \"fit\": \"page\"}, \"open\": true, "
      + "\"children\": []}]; \"uri\" and \"named\" take the place of \"to\". \"color\", \"bold\" and \"italic\" may be added. An item "
      + "that keeps its \"id\" keeps what is not shown of it; [] removes the outline. By the layout "
      + "headings are a guess: look at them with --json.",
    synopsis:
      "FILE [--json] [(--set FILE.json | --from-headings [--by any|tags|layout]) \(SavingOptions.synopsis)]",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [set.description, fromHeadings.description, by.description])
    ] + SavingOptions.sections,
    example: "postil outline report.pdf --json")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let source: FileArgument?
  private let headings: StructureSource?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    source = arguments[Self.set]
    if source?.isStandardStream == true, let other = file.standardInputUse {
      throw UsageError("\(other) and the outline cannot both come from standard input")
    }
    headings = arguments.has(Self.fromHeadings) ? arguments[Self.by] ?? .any : nil
    guard source == nil || headings == nil else {
      throw UsageError("--set and --from-headings do not go together")
    }
    guard headings != nil || !arguments.has(Self.by) else {
      throw UsageError("--by goes with --from-headings only")
    }
    saving = try .ifChanged(
      source != nil || headings != nil, by: "--set or --from-headings", arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] {
    file.files + (source.map { [.input($0)] } ?? []) + (saving?.files ?? [])
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    let outline = try document.outline
    if printsJSON { return context.print(.object(["outline": try JSONValue(encoding: outline)])) }
    guard !outline.isEmpty else { return context.output.write("There is no outline.\n") }
    var table = Table(["Item", ">Page", "Leads to"])
    try outline.forEach { item, level in
      let place = try document.destination(of: item.target)
      let number = place.flatMap { document.index(of: $0.page) }.map { String($0 + 1) } ?? ""
      let target = item.destination == nil ? item.target?.description ?? "" : ""
      table.add([String(repeating: "  ", count: level) + item.label, number, target])
    }
    context.output.write(table.text)
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) async throws -> CommandOutcome {
    if let headings {
      let outline = try await document.outlineOfHeadings(from: headings)
      guard !outline.isEmpty else {
        throw PDFError(
          .unsupported, "No headings were found, so the outline was left as it is: give one with --set.")
      }
      try document.setOutline(outline)
      return CommandOutcome(values: ["items": .integer(outline.count)], note: outline.count.counted("item"))
    }
    guard let source else { return CommandOutcome() }
    let outline = try context.value(of: source) { try Outline(json: $0) }
    try document.setOutline(outline)
    return CommandOutcome(values: ["items": .integer(outline.count)])
  }
}

extension CommandContext {
  /// What a file of JSON says: its errors name it.
  func value<Value>(of source: FileArgument, _ read: (Data) throws -> Value) throws -> Value {
    do {
      return try read(contents(of: source))
    } catch var error as PDFError {
      error.url = source.url
      guard error.url == nil else { throw error }
      // Name standard input rather than the document.
      throw CommandFailure(error, files: [.input(source)])
    }
  }
}
