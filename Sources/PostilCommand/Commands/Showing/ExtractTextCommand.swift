import Foundation
import Postil
import PostilSystem

/// `postil extract-text`: the text of pages.
struct ExtractTextCommand: PostilCommand {
  private static let pages = PageOption.range("The pages; all of them unless given.")
  enum Form: String, CaseIterable {
    case text, layout, markdown, html
  }
  private static let form = Option<Form>(
    "--as",
    help:
      "text: paragraphs; layout: lines with spaces between columns, as they stand on the page; markdown, html: headings, paragraphs, lists, "
      + "tables and links, by the tags of the document or by what pages look like.")
  private static let source = Option<StructureSource>(
    "--by",
    help: "What headings, lists and tables are known by: tags, layout, or any: tags if there are some.")
  private static let notes = Option(
    flag: "--notes",
    help:
      "With --as markdown: comments as quotations, behind the paragraph that they stand at, with the text that they mark."
  )
  private static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The file to write; - is standard output, as without it.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "extract-text", abstract: "Prints the text of pages.",
    discussion:
      "Paragraphs are parted by empty lines, words that are divided at the end of a line are made whole, and each page is followed by a "
      + "form feed, as of pdftotext. With --json pages come as one object: the text of each as it stands there, and its lines "
      + "with the rectangles that they stand in, in points from the lower left, and spans of one font, size and color. What annotations and form fields show comes last on its "
      + "page. A page that cannot be read is told of, the others are printed, and the exit status is not 0.",
    synopsis:
      "FILE [--pages RANGE] [--as text|layout|markdown|html] [--by any|tags|layout] [--no-annotations] [--notes] "
      + "\(LayerOptions.synopsis) [--json] [-o OUT]",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          pages.description, form.description, source.description, TextQuery.noAnnotations.description,
          notes.description,
          PageOption.json.description,
          output.description,
        ] + LayerOptions.options),
      InputFile.options,
    ], example: "postil extract-text report.pdf --pages 1-3")

  private let file: InputFile
  private let range: PageRange?
  private let printsJSON: Bool
  private let form: Form
  private let source: StructureSource
  private let leavesOutAnnotations: Bool
  private let addsNotes: Bool
  private let layers: LayerOptions
  private let target: FileArgument?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.pages]
    printsJSON = arguments.has(PageOption.json)
    leavesOutAnnotations = arguments.has(TextQuery.noAnnotations)
    addsNotes = arguments.has(Self.notes)
    target = arguments[Self.output]
    layers = LayerOptions(arguments)
    form = arguments[Self.form] ?? .text
    source = arguments[Self.source] ?? .any
    guard !printsJSON || !arguments.has(Self.form) else {
      throw UsageError("--json and --as do not go together")
    }
    guard isStructured || !arguments.has(Self.source) else {
      throw UsageError("--by goes with --as markdown and --as html only")
    }
    guard !isStructured || !leavesOutAnnotations else {
      throw UsageError(
        "--no-annotations goes with text only: --as markdown and --as html have no annotations")
    }
    guard !addsNotes || form == .markdown else { throw UsageError("--notes goes with --as markdown only") }
    guard target?.isSameFile(as: file.argument) != true else {
      throw UsageError("the text would replace the document: give another name after -o")
    }
  }

  private var isStructured: Bool { form == .markdown || form == .html }

  var files: [NamedFile] { file.files + (target.map { [.output($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    document.readingLayers = try layers.visibility(in: document)
    try document.requirePermission(.copying)
    let all = document.pageIDs
    let indices = try range?.indices(among: all.count) ?? Array(all.indices)
    if isStructured { return try await writeStructure(of: document, indices, context) }
    let printed = try PrintedText(target, context, asJSON: printsJSON)
    var progress = Progress("Reading page", of: indices.count, on: context.errors)
    var unreadable = FailedPages()
    let texts = TasksAhead(indices, limit: ProcessInfo.processInfo.activeProcessorCount) {
      let text = try await document.text(of: all[$0])
      let shown = leavesOutAnnotations ? text.withoutAnnotations : text
      // A page takes longer to look up than its text to print.
      return (shown, form == .layout ? try document.page(all[$0]).transform() : nil)
    }
    while let (index, result) = try await texts.next() {
      progress.advance()
      // The program that reads the text has ended.
      if context.output.failure != nil { break }
      switch result {
      case .failure(let error as PDFError):
        unreadable.add(index, error)
        // So that form feeds count pages.
        if !printsJSON { try printed.add("\u{C}") }
      case .failure(let error): throw error
      case .success((let text, let transform)):
        if target?.url == nil, !printsJSON { progress.finish() }
        try printed.add(
          printsJSON
            ? text.values(page: index + 1).line
            : transform.map { text.laidOut(in: $0) + "\u{C}" } ?? text.printed)
      }
    }
    progress.finish()
    // A file is not replaced by nothing.
    try printed.end(unreadable, isKept: unreadable.count < max(indices.count, 1))
    try unreadable.requireNone()
  }
}

/// What goes to a file or to standard output, page by page: nothing of it is kept.
private final class PrintedText {
  private let file: ExportedFile?
  private let output: any CommandOutput
  private let isJSON: Bool
  private var isFirst = true

  init(_ target: FileArgument?, _ context: CommandContext, asJSON isJSON: Bool) throws {
    file = try target?.url.map { try ExportedFile($0) }
    (output, self.isJSON) = (context.output, isJSON)
    if isJSON { try write(#"{"pages":["#) }
  }

  /// Adds what a page is printed as: its text, or a line of JSON.
  func add(_ page: String) throws {
    guard isJSON else { return try write(page) }
    try write((isFirst ? "" : ",") + (page.hasSuffix("\n") ? String(page.dropLast()) : page))
    isFirst = false
  }

  /// - Parameter isKept: Whether a file takes the place of the one that was there.
  func end(_ unreadable: FailedPages, isKept: Bool) throws {
    if isJSON { try write("],\"unreadablePages\":" + unreadable.values.line.dropLast() + "}\n") }
    if isKept { try file?.commit() }
  }

  private func write(_ text: String) throws {
    if let file { try file.write(Data(text.utf8)) } else { output.write(text) }
  }
}

extension ExtractTextCommand {
  private func writeStructure(
    of document: PDFDocument, _ indices: [Int], _ context: CommandContext
  ) async throws {
    let all = document.pageIDs
    var structure = try await document.structure(of: indices.map { all[$0] }, from: source)
    if source == .tags, !structure.isTagged {
      throw PDFError(.unsupported, "The document has no tags: leave out --by, or give --by layout.")
    }
    structure.addValues(of: try shownFields(of: document), on: indices.map { all[$0] })
    let notes = addsNotes ? try await document.notes(on: indices.map { all[$0] }) : []
    let text =
      form == .markdown
      ? structure.markdown(with: notes) : structure.html(title: document.information.title ?? file.name)
    // A file is not replaced by nothing.
    let numbers = Dictionary(uniqueKeysWithValues: indices.map { (all[$0], $0 + 1) })
    let unreadable = FailedPages(structure.unreadablePages, numbers)
    if let url = target?.url, unreadable.count < max(indices.count, 1) {
      try ExportedFile.write(Data(text.utf8), to: url)
    } else if target == nil {
      context.output.write(text)
    }
    try unreadable.requireNone()
  }

  /// The fields, with the places at which they are seen.
  private func shownFields(of document: PDFDocument) throws -> [FormField] {
    var seen: [PageID: Set<AnnotationID>] = [:]
    return (try document.form?.fields ?? []).map { field in
      var field = field
      field.widgets.removeAll { widget in
        if seen[widget.page] == nil {
          let annotations = (try? document.page(widget.page).annotations) ?? []
          seen[widget.page] = Set(
            annotations.filter { $0.flags.isDisjoint(with: [.hidden, .noView]) }.map(\.id))
        }
        return seen[widget.page]?.contains(widget.annotation) != true
      }
      return field
    }
  }
}

extension PageText {
  /// The paragraphs, with the end of the page.
  fileprivate var printed: String {
    paragraphs.map { $0.string + "\n" }.joined(separator: "\n") + "\u{C}"
  }

  fileprivate func values(page: Int) -> JSONValue {
    let lines = lines.map { line in
      var values: [String: JSONValue] = ["text": .text(line.string), "rect": JSONValue(line.bounds)]
      if annotationRange.contains(line.range.lowerBound) { values["isOfAnnotation"] = .bool(true) }
      values["spans"] = .list(spans(in: line.range).map(\.values))
      return JSONValue.object(values)
    }
    return .object(["page": .integer(page), "text": .text(string), "lines": .list(lines)])
  }
}

extension TextSpan {
  fileprivate var values: JSONValue {
    .object([
      "text": .text(string), "font": .text(style.fontName), "size": .number(style.fontSize),
      "color": style.color.map { .text($0.hex) } ?? .null, "bold": .bool(style.isBold),
      "italic": .bool(style.isItalic), "monospaced": .bool(style.isMonospaced),
      "invisible": .bool(style.isInvisible), "rect": JSONValue(bounds),
      "baseline": .list(
        [baseline.start, baseline.end].flatMap { [$0.x, $0.y] }.map { .number($0) }),
    ])
  }
}
