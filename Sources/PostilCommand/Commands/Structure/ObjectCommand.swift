import Foundation
import Postil
import PostilSystem

/// `postil object`: an object of a document's file.
struct ObjectCommand: PartCommand {
  /// Which object.
  private enum Place {
    case trailer, catalog
    case page(PageNumber)
    case object(Int)

    init(_ text: String) throws {
      if text == "trailer" {
        self = .trailer
      } else if text == "catalog" {
        self = .catalog
      } else if text.hasPrefix("page:") {
        self = .page(try PageNumber(String(text.dropFirst(5))))
      } else if let number = Int(text), number >= 0 {
        self = .object(number)
      } else {
        throw UsageError("'\(text)' is no object: give a number, catalog, trailer, or page:N")
      }
    }
  }

  private static let stream = Option(
    flag: "--stream", help: "Writes the data of a stream to standard output, with its filters undone.")
  private static let encoded = Option(
    flag: "--encoded", help: "With --stream: the data as they are, as JPEG images need it.")
  private static let limit = Option(
    "--limit", "BYTES", help: "With --stream: the most bytes to write; 256 MB without it.",
    parse: Values.integer(in: 1...1_000_000_000_000))
  private static let set = Option(
    "--set", "KEY=VALUE", repeats: true,
    help:
      "Sets an entry, or takes it away: KEY=. The value is written as files have it: /Name, (text), 1.5, true, [1 2], <</Key 12 0 R>>."
  ) { text in try entry(text) }
  private static let content = Option(
    "--content", "PATH", completion: .files, help: "Gives the stream the bytes of a file as its data.",
    parse: Values.path)

  static let description = CommandDescription(
    name: "object", abstract: "Prints an object of a document's file, or sets entries of it.",
    discussion:
      "OBJECT is its number, catalog, trailer, or page:N for the dictionary of a page. References to others are printed as they are. "
      + "What other commands write (pages, annotations, form, outline, metadata, attachments) cannot be set here.",
    synopsis:
      "FILE OBJECT [--stream [--encoded] [--limit BYTES]] [--json] [(--set KEY=VALUE… | --content PATH) \(SavingOptions.synopsis)]",
    arguments: [
      InputFile.argument,
      ArgumentDescription(name: "OBJECT", help: "The object: a number, catalog, trailer, or page:N."),
    ],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          set.description, content.description, stream.description, encoded.description, limit.description,
        ])
    ] + SavingOptions.sections, example: "postil object report.pdf page:1 --set Tabs=/S -o ordered.pdf")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let place: Place
  private let writesStream: Bool
  private let isEncoded: Bool
  private let limit: Int
  private let entries: [(key: String, value: PDFValue)]
  private let content: String?

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    guard arguments.positionals.count > 1 else { throw UsageError("no object is given") }
    place = try Place(arguments.positionals[1])
    writesStream = arguments.has(Self.stream)
    isEncoded = arguments.has(Self.encoded)
    limit = arguments[Self.limit] ?? 256 << 20
    printsJSON = arguments.has(PageOption.json)
    entries = arguments.all(Self.set)
    content = arguments[Self.content]
    saving = try .ifChanged(
      !entries.isEmpty || content != nil, by: "--set or --content", arguments, file: file)
    guard writesStream || !isEncoded && arguments[Self.limit] == nil else {
      throw UsageError("--encoded and --limit are about --stream")
    }
    guard !writesStream || !printsJSON else { throw UsageError("give --stream or --json: one of the two") }
    guard !writesStream || saving == nil else {
      throw UsageError("--stream shows what is there: give it without --set and --content")
    }
    guard Set(entries.map(\.key)).count == entries.count else { throw UsageError("a key is set twice") }
    if case .trailer = place, saving != nil {
      throw UsageError(
        "the trailer is written anew by each save: set entries of the catalog or of another object")
    }
    if content != nil {
      guard case .object = place else { throw UsageError("--content needs the number of a stream") }
    }
  }

  private static func entry(_ text: String) throws -> (key: String, value: PDFValue) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw UsageError("'\(text)' is not KEY=VALUE")
    }
    let value = text[text.index(after: sign)...]
    // As it is printed, with a slash, it is a key as well.
    let key = text[..<sign].drop { $0 == "/" }
    do {
      return (String(key), value.isEmpty ? .null : try PDFValue(parsing: String(value)))
    } catch {
      throw UsageError(error.message)
    }
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    try document.requirePermission(.copying)
    if writesStream {
      guard case .object(let number) = place else {
        throw UsageError("--stream needs the number of a stream")
      }
      try context.requireNoTerminal()
      let objects = document.objects
      context.output.write(
        isEncoded
          ? try objects.encodedStream(number, limit: limit) : try objects.stream(number, limit: limit))
      return
    }
    let value = try value(in: document)
    if printsJSON {
      context.print(.object(["object": try JSONValue(encoding: value)]))
    } else {
      context.output.write(Self.text(value, indent: "") + "\n")
    }
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    try document.edit("Change Object") { edit in
      if !entries.isEmpty {
        try edit.setEntries(Dictionary(entries.map { ($0.key, $0.value) }) { $1 }, of: object(in: document))
      }
      if let content, case .object(let number) = place {
        try edit.setStream(number, to: FileIO.contents(of: URL(fileURLWithPath: content)))
      }
    }
    return CommandOutcome(values: ["keys": .list(entries.map { .text($0.key) })])
  }

  private func object(in document: PDFDocument) throws -> DocumentObject {
    switch place {
    case .trailer, .catalog: .catalog
    case .object(let number): .object(number)
    case .page(let number): .page(try document.page(at: try number.index(among: document.pageCount)).id)
    }
  }

  private func value(in document: PDFDocument) throws -> PDFValue {
    switch place {
    case .trailer: return try document.objects.trailer
    case .catalog: return try document.objects.catalog
    case .object(let number): return try document.objects.object(number)
    case .page(let number):
      let page = try document.page(at: try number.index(among: document.pageCount))
      return try document.objects.page(page.id) ?? .null
    }
  }

  /// As files have it, an entry of a dictionary on each line.
  private static func text(_ value: PDFValue, indent: String) -> String {
    switch value {
    case .dictionary(let entries), .stream(let entries, _):
      let inner = indent + "  "
      let lines = entries.sorted { $0.key < $1.key }.map { key, value in
        inner + PDFValue.name(key).description.printable + " " + text(value, indent: inner) + "\n"
      }
      let end = if case .stream = value { " stream" } else { "" }
      return entries.isEmpty ? "<<>>" + end : "<<\n" + lines.joined() + indent + ">>" + end
    case .array(let values):
      let isFlat = values.allSatisfy { $0.array == nil && $0.entries == nil }
      guard !isFlat else { return value.description.printable }
      let inner = indent + "  "
      return "[\n" + values.map { inner + text($0, indent: inner) + "\n" }.joined() + indent + "]"
    default: return value.description.printable
    }
  }
}

extension PDFValue {
  fileprivate var entries: [String: PDFValue]? {
    switch self {
    case .dictionary(let entries), .stream(let entries, _): entries
    default: nil
    }
  }
}
