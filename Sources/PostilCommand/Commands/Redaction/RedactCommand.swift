import Foundation
import Postil

/// `postil redact`: removes content for good.
struct RedactCommand: PostilCommand {
  private static let text = Option(
    "--text", "T", repeats: true, help: "Removes a text wherever it is; may be given several times.",
    parse: Values.text)
  private static let matchCase = Option(
    flag: "--match-case", help: "Capital and small letters of --text are not the same; without it, they are.")
  private static let ignoreCase = Option(
    flag: "--ignore-case", short: "-i",
    help: "Capital and small letters are the same, as they are without it.")
  private static let pattern = Option(
    "--pattern", "P", repeats: true,
    help:
      "Removes texts of a form: email, phone, card (numbers of payment cards with a right check digit), or a regular "
      + "expression.", parse: pattern)
  private static let rect = Option(
    "--rect", "X,Y,W,H", repeats: true,
    help: "Removes all in a rectangle, in points from the page's lower left corner; needs --page.",
    parse: Values.rect)
  private static let marks = Option(
    flag: "--marks", help: "Removes all under the redaction marks of the document.")
  private static let fill = Option(
    "--fill", "C",
    help: "The colour of the areas afterwards; black, or that of the mark, without it. none for no colour.",
    parse: { $0 == "none" ? Color?.none : try Values.color($0) })
  private static let overlay = Option(
    "--overlay", "TEXT", help: "A text that is written into the areas.", parse: Values.text)

  private static let timeLimit = Option(
    "--time-limit", "SECONDS", help: "How long reading or drawing a page may take; 30 without it.",
    parse: Values.number(in: 0.001...86_400))

  static let drawsPages = true

  static let description = CommandDescription(
    name: "redact", abstract: "Removes text, pictures and all else in areas from a document, for good.",
    discussion:
      "The result is a new file without the content: letters, parts of pictures and drawings, annotations, values of "
      + "fields. What cannot be removed for certain is refused, and nothing is written. Texts and patterns are removed from all "
      + "that pages show, seen or not, and from titles, comments, fields, scripts, metadata, names, attached files and the like. If "
      + "none is found anywhere, nothing is written and the exit status is 3. What could not be looked into, such as encrypted "
      + "archives, is told. FILE stays as it is.",
    synopsis: "FILE (--text T… | --pattern P… | --page N --rect X,Y,W,H… | --marks) -o OUT",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "What is removed",
        options: [
          text.description, matchCase.description, ignoreCase.description, TextQuery.wholeWords.description,
          pattern.description,
          PageOption.page.description, rect.description, marks.description,
        ]),
      OptionSection(
        title: "Result",
        options: [
          RedactedOutput.output.description, fill.description, overlay.description, timeLimit.description,
          PageOption.json.description,
        ]), RedactedOutput.writing, InputFile.options,
    ], example: "postil redact report.pdf --text Smith --pattern email -o public.pdf")

  private let file: InputFile
  private let output: RedactedOutput
  private let texts: [String]
  private let options: SearchOptions
  private let patterns: [RedactionPattern]
  private let rects: [PageRect]
  private let page: PageNumber?
  private let usesMarks: Bool
  private let fill: Color??
  private let overlay: String?
  private let timeLimit: Double?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    output = try RedactedOutput(arguments, file: file)
    texts = arguments.all(Self.text)
    options = TextQuery.searchOptions(arguments).union(arguments.has(Self.matchCase) ? [] : .ignoringCase)
    patterns = arguments.all(Self.pattern)
    rects = arguments.all(Self.rect)
    page = arguments[PageOption.page]
    usesMarks = arguments.has(Self.marks)
    fill = arguments[Self.fill]
    overlay = arguments[Self.overlay]
    timeLimit = arguments[Self.timeLimit]
    printsJSON = arguments.has(PageOption.json)
    guard rects.isEmpty == (page == nil) else { throw UsageError("--page N and --rect X,Y,W,H go together") }
    guard !arguments.has(Self.matchCase) || !arguments.has(Self.ignoreCase) else {
      throw UsageError("--match-case and --ignore-case contradict each other")
    }
    guard !texts.isEmpty || !patterns.isEmpty || !rects.isEmpty || usesMarks else {
      throw UsageError("say what to remove: --text, --pattern, --page with --rect, or --marks")
    }
  }

  var files: [NamedFile] { file.files + output.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    if let timeLimit { document.readingDeadline = .seconds(timeLimit) }
    var redaction = usesMarks ? try document.redactionOfMarksAndWait() : Redaction()
    if let page {
      let id = document.pageIDs[try page.index(among: document.pageCount)]
      redaction.areas += rects.map { .init($0, on: id) }
    }
    redaction.texts = texts.map { .init($0, options: options) }
    redaction.patterns = patterns
    for index in redaction.areas.indices {
      if let fill { redaction.areas[index].fill = fill }
      if let overlay { redaction.areas[index].overlayText = overlay }
    }
    if let fill { redaction.textFill = fill }
    redaction.textOverlay = overlay
    guard !redaction.isEmpty else {
      throw PDFError(
        .nothingToDo, "There is nothing to redact in the document: it has no redaction marks.")
    }
    try await output.write(printsJSON: printsJSON, context) {
      try await document.redact(redaction, to: $0, output.options(for: document, context))
    }
  }

  @Sendable private static func pattern(_ text: String) throws -> RedactionPattern {
    switch text {
    case "email": return .emailAddresses
    case "phone": return .phoneNumbers
    case "card": return .cardNumbers
    default:
      do { return try RedactionPattern(text) } catch { throw UsageError(error.message) }
    }
  }
}
