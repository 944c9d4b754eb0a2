import Foundation
import Postil

/// `postil split`: makes documents of so many pages each.
struct SplitCommand: PostilCommand {
  private static let every = Option(
    "--every", "N", help: "How many pages each of them has; 1 without it.",
    parse: Values.integer(in: 1...1_000_000_000))
  private static let output = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help: "The folder for the documents, pages-0001-0010.pdf and so on. It is made if it is missing.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else { throw UsageError("several documents need a folder") }
      return file
    })

  static let description = CommandDescription(
    name: "split", abstract: "Makes documents of so many pages each.",
    discussion:
      "Annotations, form fields, layers, labels and the outline items of the pages come along. The document itself is not changed.",
    synopsis: "FILE [--every N] -o FOLDER", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options", options: [every.description, output.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil split report.pdf --every 10 -o parts/")

  private let file: InputFile
  private let count: Int
  private let output: FileArgument
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    count = arguments[Self.every] ?? 1
    output = try arguments.require(Self.output)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + [.output(output)] }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let folder = output.url ?? URL(fileURLWithPath: ".")
    try folder.makeFolder()
    let pages = document.pageIDs
    let starts = Array(stride(from: 0, to: pages.count, by: count))
    var progress = Progress("Writing documents", of: starts.count, on: context.errors)
    defer { progress.finish() }
    var names: [String] = []
    for start in starts {
      let end = min(start + count, pages.count)
      let name = "pages-\((start + 1).inFileName)-\(end.inFileName).pdf"
      try document.extractPages(pages[start..<end]).saveAndWait(to: folder.appendingPathComponent(name))
      names.append(name)
      progress.advance()
    }
    if printsJSON {
      context.output.write(JSONValue.object(["files": .list(names.map(JSONValue.text))]).line)
    } else {
      context.output.write("\(NamedFile.output(output).name): wrote \(names.count.counted("document"))\n")
    }
  }
}
