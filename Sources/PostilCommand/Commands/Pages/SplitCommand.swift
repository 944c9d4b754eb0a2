import Foundation
import Postil

/// `postil split`: makes documents of parts of one.
struct SplitCommand: PostilCommand {
  private static let every = Option(
    "--every", "N", help: "How many pages each of them has; 1 without it.",
    parse: Values.integer(in: 1...1_000_000_000))
  private static let level = Option(
    "--at-outline", "LEVEL",
    help: "Begins one at each page that an outline item leads to, down to a level; 1 is that of chapters.",
    parse: Values.integer(in: 1...Outline.maximumDepth))
  private static let size = Option(
    "--max-size", "BYTES",
    help: "As many pages as fit into so many bytes; a page that does not is alone in one.",
    parse: Values.integer(in: 1...1_000_000_000_000))
  private static let output = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help: "The folder for the documents, pages-0001-0010.pdf and so on. It is made if it is missing.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else { throw UsageError("several documents need a folder") }
      return file
    })

  static let description = CommandDescription(
    name: "split", abstract: "Makes documents of so many pages each, of chapters, or of a size.",
    discussion:
      "Annotations, form fields, layers, tags, labels and the outline items of the pages come along. The results are encrypted as FILE is. The document itself is not changed.",
    synopsis: "FILE [--every N | --at-outline LEVEL | --max-size BYTES] -o FOLDER",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          every.description, level.description, size.description, output.description,
          PageOption.json.description,
        ]),
      EncryptionOptions.ofNewFile, InputFile.options,
    ], example: "postil split report.pdf --every 10 -o parts/")

  private let file: InputFile
  private let rule: SplitRule
  private let output: FileArgument
  private let encryption: EncryptionOptions
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    rule = try Self.rule(arguments)
    output = try arguments.require(Self.output)
    encryption = try EncryptionOptions(arguments, standardInputUse: file.standardInputUse)
    printsJSON = arguments.has(PageOption.json)
  }

  private static func rule(_ arguments: ParsedArguments) throws -> SplitRule {
    let rules: [SplitRule?] = [
      arguments[every].map { .pageCount($0) }, arguments[level].map { .outline(level: $0) },
      arguments[size].map { .fileSize($0) },
    ]
    let given = rules.compactMap(\.self)
    guard given.count < 2 else { throw UsageError("give one of --every, --at-outline and --max-size") }
    return given.first ?? .pageCount(1)
  }

  var files: [NamedFile] { file.files + [.output(output)] }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    // They can be made again: waiting for the disk one by one would take most of the time.
    var options = try encryption.saveOptions(forPagesOf: document, context)
    options.waitsForDisk = false
    let parts = try document.partsAndWait(splitBy: rule, saving: options)
    let folder = output.url ?? URL(fileURLWithPath: ".")
    try folder.makeFolder()
    var progress = Progress("Writing documents", of: parts.count, on: context.errors)
    defer { progress.finish() }
    var (names, end) = ([String](), 0)
    var inserted: [InsertedPages] = []
    // One for all of them, so that the pages' document is read once.
    let new = try PDFDocument()
    for part in parts {
      let start = end + 1
      end += part.pages.count
      let name = "pages-\(start.inFileName)-\(end.inFileName).pdf"
      inserted.append(try new.insertPagesAndWait(of: document, part.pages, at: 0))
      try new.writeAndWait(to: folder.appendingPathComponent(name), options)
      try new.undo()
      names.append(name)
      progress.advance()
    }
    if printsJSON {
      var report: [String: JSONValue] = ["files": .list(names.map(JSONValue.text))]
      if parts.contains(where: { $0.title != nil }) {
        report["titles"] = .list(parts.map { $0.title.map(JSONValue.text) ?? .null })
      }
      if inserted.contains(where: { !$0.values.isEmpty }) {
        report["parts"] = .list(inserted.map { .object($0.values) })
      }
      context.output.write(JSONValue.object(report).line)
    } else {
      context.output.write("\(NamedFile.output(output).name): wrote \(names.count.counted("document"))\n")
      warn(names, inserted, context)
    }
  }

  private static let mostWarnings = 5

  /// Says what parts left behind, besides outline items and named places, which are in other parts.
  private func warn(_ names: [String], _ parts: [InsertedPages], _ context: CommandContext) {
    let warnings = zip(names, parts).compactMap { name, part -> String? in
      let left = part.leftBehind.filter { $0.kind != .outlineItems && $0.kind != .destinations }
      guard !left.isEmpty else { return nil }
      return "\(name): left behind: \(left.map(\.description).joined(separator: ", "))"
    }
    if let damage = parts.lazy.compactMap(\.damage).first {
      context.errors.write("postil: \(file.name): \(damage.printable)\n")
    }
    for warning in warnings.prefix(Self.mostWarnings) {
      context.errors.write("postil: \(warning.printable)\n")
    }
    guard warnings.count > Self.mostWarnings else { return }
    let more = (warnings.count - Self.mostWarnings).counted("document")
    context.errors.write("postil: \(more) more left something behind: --json tells all\n")
  }
}
