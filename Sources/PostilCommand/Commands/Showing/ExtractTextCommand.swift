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
  private static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The file to write; - is standard output, as without it.",
    parse: { try FileArgument($0) })

  static let drawsPages = true

  static let description = CommandDescription(
    name: "extract-text", abstract: "Prints the text of pages.",
    discussion:
      "Paragraphs are parted by empty lines, words that are divided at the end of a line are made whole, and each page is followed by a "
      + "form feed, as of pdftotext. With --json pages come as one object: the text of each as it stands there, and its lines "
      + "with the rectangles that they stand in, in points from the lower left, and spans of one font, size and color. What annotations and form fields show comes last on its "
      + "page. A page that cannot be read is told of, the others are printed, and the exit status is 1.",
    synopsis:
      "FILE [--pages RANGE] [--as text|layout|markdown|html] [--by any|tags|layout] [--no-annotations] "
      + "\(LayerOptions.synopsis) [--json] [-o OUT]",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          pages.description, form.description, source.description, TextQuery.noAnnotations.description,
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
  private let layers: LayerOptions
  private let target: FileArgument?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.pages]
    printsJSON = arguments.has(PageOption.json)
    leavesOutAnnotations = arguments.has(TextQuery.noAnnotations)
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
    let url = target?.url
    var progress = Progress("Reading page", of: indices.count, on: context.errors)
    var (written, pages): (String, [JSONValue]) = ("", [])
    var failures: [(index: Int, error: PDFError)] = []
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
        failures.append((index, error))
        guard !printsJSON else { continue }
        // So that form feeds count pages.
        if url == nil { context.output.write("\u{C}") } else { written += "\u{C}" }
      case .failure(let error): throw error
      case .success((let text, _)) where printsJSON: pages.append(text.values(page: index + 1))
      case .success((let text, let transform)):
        let printed = transform.map { text.laidOut(in: $0) + "\u{C}" } ?? text.printed
        if url == nil {
          progress.finish()
          context.output.write(printed)
        } else {
          written += printed
        }
      }
    }
    progress.finish()
    if printsJSON {
      let unreadable = JSONValue.list(failures.map { .integer($0.index + 1) })
      let result = JSONValue.object(["pages": .list(pages), "unreadablePages": unreadable])
      if url == nil { context.print(result) } else { written = result.line }
    }
    // A file is not replaced by nothing.
    if let url, failures.count < max(indices.count, 1) { try ExportedFile.write(Data(written.utf8), to: url) }
    if let first = failures.first {
      throw first.error.ofPage(first.index, "could not be read", others: failures.count - 1)
    }
  }
}

extension ExtractTextCommand {
  private func writeStructure(
    of document: PDFDocument, _ indices: [Int], _ context: CommandContext
  ) async throws {
    let all = document.pageIDs
    let structure = try await document.structure(of: indices.map { all[$0] }, from: source)
    if source == .tags, !structure.isTagged {
      throw PDFError(.unsupported, "The document has no tags: leave out --by, or give --by layout.")
    }
    let text =
      form == .markdown ? structure.markdown : structure.html(title: document.information.title ?? file.name)
    // A file is not replaced by nothing.
    if let url = target?.url, structure.unreadablePages.count < max(indices.count, 1) {
      try ExportedFile.write(Data(text.utf8), to: url)
    } else if target == nil {
      context.output.write(text)
    }
    let unreadable = Set(structure.unreadablePages)
    if let first = indices.first(where: { unreadable.contains(all[$0]) }) {
      throw PDFError(.damaged, "It cannot be read.").ofPage(
        first, "could not be read", others: unreadable.count - 1)
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
