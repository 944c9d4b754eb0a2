import Foundation
import Postil
import PostilSystem

/// `postil export`: the annotations as a file of their own.
struct ExportCommand: PostilCommand {
  private static let pages = PageOption.range(
    "The pages whose annotations are written; all of them unless given.")
  private static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The file to write, OUT.xfdf or OUT.json; - is standard output.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "export", abstract: "Writes the annotations into an XFDF or JSON file.",
    discussion:
      "XFDF (ISO 19444-1) is what Acrobat and other programs read. The JSON is Postil's own, and complete. "
      + "'postil import' takes in both. Appearances that other programs drew, and files that are attached to the page, are in "
      + "it.", synopsis: "FILE [--pages RANGE] [--format xfdf|json] -o OUT",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [pages.description, ExchangeOptions.format.description, output.description]),
      InputFile.options,
    ], example: "postil export report.pdf -o comments.json")

  private let file: InputFile
  private let range: PageRange?
  private let format: AnnotationFormat
  private let target: FileArgument

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    range = arguments[Self.pages]
    target = try arguments.require(Self.output)
    guard let format = arguments[ExchangeOptions.format]?.format ?? ExchangeOptions.format(of: target) else {
      throw UsageError(
        "give --format xfdf or --format json, or a name that ends with one of the two after -o")
    }
    self.format = format
    guard !target.isSameFile(as: file.argument) else {
      throw UsageError("the annotations would replace the document: give another name after -o")
    }
  }

  var files: [NamedFile] { file.files + [.output(target)] }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let all = document.pageIDs
    let pages = try range?.indices(among: all.count).map { all[$0] }
    let export = try document.exportAnnotationsAndWait(as: format, from: pages)
    if let url = target.url {
      try ExportedFile.write(export.data, to: url)
    } else {
      context.output.write(export.data)
    }
    context.report(export.notes, about: file.name)
  }
}
