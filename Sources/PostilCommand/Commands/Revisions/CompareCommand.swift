import Foundation
import Postil
import PostilSystem

/// `postil compare`: what is different between two documents, or between a file and what it was.
struct CompareCommand: PostilCommand {
  private static let pages = PageOption.range(
    "The pages of the newer document to look at; all of them unless given.")
  private static let pictures = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help:
      "A folder for pictures of the pages that look different: what both have is grey, what only the older has red, what "
      + "only the newer has green. It is made if it is missing.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else { throw UsageError("pictures need a folder") }
      return file
    })
  private static let scale = 1.5

  static let drawsPages = true

  static let description = CommandDescription(
    name: "compare", abstract: "Tells what is different between two documents.",
    discussion:
      "What pages look like, their words and boxes, annotations, form fields, actions, and parts such as the outline. Tags, metadata "
      + "packets (XMP) and what programs note for themselves are not compared. With --revision, FILE is compared with what "
      + "it was. A password is tried on each document that needs one.",
    synopsis: "OLD NEW [--pages RANGE] [-o FOLDER] [--json] | FILE --revision N …",
    arguments: [
      ArgumentDescription(name: "OLD", help: "The older document, or the only one with --revision."),
      ArgumentDescription(name: "NEW", help: "The newer document.", isOptional: true),
    ],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          RevisionOption.number.description, pages.description, pictures.description,
          PageOption.json.description,
        ]),
      OptionSection(
        title: "Encrypted documents",
        options: InputFile.password.descriptions + [InputFile.ignorePermissions.description]),
    ], example: "postil compare report.pdf --revision 1")

  private let inputs: [FileArgument]
  private let revision: Int?
  private let range: PageRange?
  private let folder: FileArgument?
  private let password: Secret?
  private let opening: OpenOptions
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    inputs = try arguments.positionals.map { try FileArgument($0) }
    revision = arguments[RevisionOption.number]
    guard inputs.count == (revision == nil ? 2 : 1) else {
      throw UsageError("give two documents, or one and --revision")
    }
    guard inputs.count(where: \.isStandardStream) < 2 else {
      throw UsageError("one document alone can come from standard input")
    }
    range = arguments[Self.pages]
    folder = arguments[Self.pictures]
    password = try Secret(arguments, InputFile.password)
    opening = OpenOptions(ignoresPermissions: arguments.has(InputFile.ignorePermissions))
    guard password?.isFromStandardInput != true || !inputs.contains(where: \.isStandardStream) else {
      throw UsageError("a document and the password cannot both come from standard input")
    }
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { inputs.map(NamedFile.input) + (folder.map { [.output($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let secret = try password?.read(context)
    let documents = try inputs.map { input in
      try input.url.map { try PDFDocument.openAndWait($0, password: secret, options: opening) }
        ?? PDFDocument(
          data: context.input.read(), password: secret, ignoringPermissions: opening.ignoresPermissions)
    }
    guard let first = documents.first, let new = documents.last else { return }
    let old = try revision.map { try first.revision($0) } ?? first
    let indices = try range.map { Set(try $0.indices(among: new.pageCount)) }
    let comparison = try await new.comparison(with: old, pages: indices)
    let pictures = try await draw(comparison, old, new)
    if printsJSON {
      context.print(comparison.values(pictures))
    } else {
      context.output.write(comparison.text(of: range))
    }
  }

  /// Draws the pages that look different. Returns the files, by index.
  private func draw(
    _ comparison: DocumentComparison, _ old: PDFDocument, _ new: PDFDocument
  ) async throws -> [Int: String] {
    guard let folder = folder?.url else { return [:] }
    try folder.makeFolder()
    var result: [Int: String] = [:]
    for page in comparison.pages {
      guard let from = page.oldIndex, let to = page.newIndex, !page.areas.isEmpty else { continue }
      let image = try await new.comparisonImage(
        of: new.page(at: to).id, with: old.page(at: from).id, in: old, scale: Self.scale)
      let file = folder.pagePicture(at: to)
      try ExportedFile.write(image.pngData(), to: file)
      result[to] = file.path
    }
    return result
  }
}

extension DocumentComparison {
  /// - Parameter range: The pages that were looked at; `nil`: all.
  fileprivate func text(of range: PageRange?) -> String {
    if isEmpty {
      let pages = range == nil ? "pages" : "the chosen pages"
      return
        "No differences were found in what is compared: what \(pages) look like, their words and boxes, annotations, "
        + "form fields, actions, attachments, the outline, layers, named places, labels, settings, information and "
        + "alternative texts.\n"
    }
    var lines = pages.map(\.line)
    for change in annotations { lines.append(change.line) }
    for field in fields {
      let words = DocumentComparison.Field.Aspect.allCases.filter {
        field.aspects.contains($0) && $0 != .value
      }.map(\.word)
      let isValue = field.aspects.isEmpty || field.aspects.contains(.value)
      let values = isValue ? "\(Self.quoted(field.old)) -> \(Self.quoted(field.new))" : "changed"
      lines.append(
        "field \(field.name): \(values)" + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"))
    }
    lines += Part.allCases.filter(parts.contains).map { "\($0.words) changed" }
    return lines.map { $0.printable + "\n" }.joined()
  }

  private static func quoted(_ value: FormValue?) -> String { value.map { "'\($0)'" } ?? "nothing" }

  fileprivate func values(_ pictures: [Int: String]) -> JSONValue {
    .object([
      "pages": .list(pages.map { $0.values(picture: $0.newIndex.flatMap { pictures[$0] }) }),
      "annotations": .list(annotations.map(\.values)),
      "fields": .list(
        fields.map { field in
          .object([
            "name": .text(field.name), "old": field.old.map { JSONValue($0) } ?? .null,
            "new": field.new.map { JSONValue($0) } ?? .null,
            "aspects": .list(field.aspects.map(\.rawValue).sorted().map(JSONValue.text)),
          ])
        }),
      "parts": .list(parts.map(\.rawValue).sorted().map(JSONValue.text)),
    ])
  }
}

extension DocumentComparison.Page {
  fileprivate var line: String {
    if let oldIndex, newIndex == nil { return "page \(oldIndex + 1) removed" }
    let place = newIndex.map { "page \($0 + 1)" } ?? ""
    let former = oldIndex.flatMap { $0 == newIndex ? nil : ", before page \($0 + 1)" } ?? ""
    let words = Kind.allCases.filter(kinds.contains).map(\.word)
    let looks = areas.isEmpty ? "" : " in \(areas.count.counted("area"))"
    return "\(place)\(former): "
      + (words.isEmpty ? "looks different\(looks)" : words.joined(separator: ", ") + looks)
  }

  fileprivate func values(picture: String?) -> JSONValue {
    .object([
      "old": oldIndex.map { .integer($0 + 1) } ?? .null, "new": newIndex.map { .integer($0 + 1) } ?? .null,
      "kinds": .list(kinds.map(\.rawValue).sorted().map(JSONValue.text)),
      "areas": .list(areas.map { JSONValue($0) }), "picture": JSONValue(picture),
    ])
  }
}

extension DocumentComparison.Page.Kind {
  fileprivate var word: String {
    switch self {
    case .content: "other content"
    case .text: "looks the same, other words"
    case .behavior: "other transition or actions"
    default: rawValue
    }
  }
}

extension DocumentComparison.Field.Aspect {
  fileprivate var word: String { self == .defaultValue ? "default value" : rawValue }
}

extension DocumentComparison.AnnotationDifference {
  private var place: String {
    switch (oldPage, newPage) {
    case (let old?, let new?) where old != new: "page \(new + 1), before page \(old + 1)"
    case (let old?, nil): "page \(old + 1) before"
    case (_, let new): "page \((new ?? 0) + 1)"
    }
  }

  fileprivate var line: String {
    let annotation = new ?? old
    let author = annotation?.author.map { " by \($0)" } ?? ""
    let words = Aspect.allCases.filter(aspects.contains).map(\.rawValue).joined(separator: ", ")
    return "\(place): \(annotation?.subtype ?? "annotation")\(author) \(kind.rawValue)"
      + (words.isEmpty ? "" : " (\(words))")
  }

  fileprivate var values: JSONValue {
    .object([
      "change": .text(kind.rawValue), "oldPage": oldPage.map { .integer($0 + 1) } ?? .null,
      "newPage": newPage.map { .integer($0 + 1) } ?? .null,
      "aspects": .list(aspects.map(\.rawValue).sorted().map(JSONValue.text)),
      "old": old.flatMap { try? JSONValue(encoding: $0) } ?? .null,
      "new": new.flatMap { try? JSONValue(encoding: $0) } ?? .null,
    ])
  }
}

extension DocumentComparison.Part {
  fileprivate var words: String {
    switch self {
    case .information: "information"
    case .outline: "outline"
    case .pageLabels: "page labels"
    case .settings: "settings"
    case .namedDestinations: "named places"
    case .attachments: "attachments"
    case .layers: "layers"
    case .actions: "scripts and actions of the document"
    case .alternateTexts: "alternative texts"
    }
  }
}
