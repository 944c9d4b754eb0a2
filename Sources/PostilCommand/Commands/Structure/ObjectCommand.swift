import Foundation
import Postil

/// `postil object`: an object of a document's file.
struct ObjectCommand: PostilCommand {
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

  static let description = CommandDescription(
    name: "object", abstract: "Prints an object of a document's file.",
    discussion:
      "OBJECT is its number, catalog, trailer, or page:N for the dictionary of a page. References to others are printed as they are.",
    synopsis: "FILE OBJECT [--stream [--encoded] [--limit BYTES]] [--json]",
    arguments: [
      InputFile.argument,
      ArgumentDescription(name: "OBJECT", help: "The object: a number, catalog, trailer, or page:N."),
    ],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          stream.description, encoded.description, limit.description, PageOption.json.description,
        ]),
      InputFile.options,
    ], example: "postil object report.pdf catalog")

  private let file: InputFile
  private let place: Place
  private let writesStream: Bool
  private let isEncoded: Bool
  private let limit: Int
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    guard arguments.positionals.count > 1 else { throw UsageError("no object is given") }
    place = try Place(arguments.positionals[1])
    writesStream = arguments.has(Self.stream)
    isEncoded = arguments.has(Self.encoded)
    limit = arguments[Self.limit] ?? 256 << 20
    printsJSON = arguments.has(PageOption.json)
    guard writesStream || !isEncoded && arguments[Self.limit] == nil else {
      throw UsageError("--encoded and --limit are about --stream")
    }
    guard !writesStream || !printsJSON else { throw UsageError("give --stream or --json: one of the two") }
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
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
      context.print(.object(["object": Self.json(value)]))
    } else {
      context.output.write(Self.text(value, indent: "") + "\n")
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

  /// As qpdf's JSON has it, references among it.
  private static func json(_ value: PDFValue) -> JSONValue {
    switch value {
    case .reference(let number): .text("\(number) 0 R")
    case .array(let values): .list(values.map(json))
    case .dictionary(let entries): json(entries)
    case .stream(let entries, _): .object(["stream": .object(["dict": json(entries)])])
    default: (try? JSONValue(encoding: value)) ?? .null
    }
  }

  private static func json(_ entries: [String: PDFValue]) -> JSONValue {
    .object(Dictionary(entries.map { ("/" + $0, json($1)) }) { first, _ in first })
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
