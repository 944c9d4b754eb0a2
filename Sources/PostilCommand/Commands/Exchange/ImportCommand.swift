import Foundation
import Postil
import PostilSystem

/// `postil import`: annotations of a file of their own.
struct ImportCommand: EditingCommand {
  private static let skip = Option(
    flag: "--skip-unusable",
    help:
      "Leaves out annotations whose page is not there or whose numbers are none; without it they are an error."
  )

  static let description = CommandDescription(
    name: "import", abstract: "Takes in the annotations of an XFDF or JSON file.",
    discussion:
      "An annotation of the same name on the same page is replaced, unless it is locked; all others are added. If an "
      + "annotation cannot be used, nothing is written. What was skipped is said on standard error.",
    synopsis: "FILE ANNOTATIONS [--format xfdf|json] [--skip-unusable] \(SavingOptions.synopsis)",
    arguments: [
      InputFile.argument,
      ArgumentDescription(name: "ANNOTATIONS", help: "The file of annotations; - is standard input."),
    ],
    sections: [
      OptionSection(
        title: "Options", options: [ExchangeOptions.format.description, skip.description])
    ] + SavingOptions.sections, example: "postil import report.pdf comments.json -o merged.pdf")

  let edited: EditedFile
  private let annotations: FileArgument
  private let format: AnnotationFormat?
  private let skipsUnusable: Bool

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    annotations = try FileArgument(arguments.positionals[1])
    if annotations.isStandardStream, let other = edited.file.standardInputUse {
      throw UsageError("\(other) and the annotations cannot both come from standard input")
    }
    format = arguments[ExchangeOptions.format]?.format
    skipsUnusable = arguments.has(Self.skip)
  }

  var files: [NamedFile] { edited.files(and: [annotations]) }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let result = try read(into: document, context)
    context.report(result.skipped + result.notes, about: NamedFile.input(annotations).name)
    return CommandOutcome(
      values: [
        "added": Self.values(result.added), "changed": Self.values(result.changed),
        "unchanged": Self.values(result.unchanged), "skipped": .list(result.skipped.map(\.values)),
        "notes": .list(result.notes.map(\.values)),
        "ignoredParts": .list(result.ignoredParts.map(JSONValue.text)),
      ], note: "\(result)")
  }

  private static func values(_ places: [AnnotationImport.Place]) -> JSONValue {
    .list(
      places.map { .object(["page": .integer($0.pageIndex + 1), "id": .text($0.id.rawValue)]) })
  }

  private func read(into document: PDFDocument, _ context: CommandContext) throws -> AnnotationImport {
    do {
      let data = try context.contents(of: annotations, upTo: Self.largest)
      return try document.importAnnotationsAndWait(data, as: format, skippingUnusable: skipsUnusable)
    } catch var error as PDFError {
      // Name the file of annotations rather than the document.
      guard error.url == nil else { throw error }
      error.url = annotations.url
      throw CommandFailure(error, files: [.input(annotations)])
    }
  }

  /// What is larger is refused before it is read.
  private static let largest = 256 << 20
}
