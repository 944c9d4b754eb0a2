import Foundation
import Postil

/// `postil merge`: makes one document of several.
struct MergeCommand: PostilCommand {
  private static let renumber = Option(
    flag: "--renumber", help: "Calls the pages by their numbers; without it they keep their labels.")

  static let description = CommandDescription(
    name: "merge", abstract: "Makes one document of several.",
    discussion:
      "The pages of all of them, in order, with annotations, form fields, layers, tags, outlines, page labels, named places and "
      + "attachments. Names that two of them have get a number; it and what is left behind are told. A password is tried on each that needs one; the result is encrypted as the first document is.",
    synopsis: "FILE… [--renumber] -o OUT",
    arguments: [ArgumentDescription(name: "FILE", help: "The PDF documents, in order.", repeats: true)],
    sections: [
      OptionSection(
        title: "Options",
        options: [renumber.description, NewFile.output.description, PageOption.json.description]),
      EncryptionOptions.ofNewFile,
      OptionSection(
        title: "Encrypted documents",
        options: InputFile.password.descriptions + [InputFile.ignorePermissions.description]),
    ], example: "postil merge report.pdf report.pdf -o both.pdf")

  private let inputs: [FileArgument]
  private let password: Secret?
  private let opening: OpenOptions
  private let output: NewFile
  private let printsJSON: Bool
  private let content: ImportedContent

  init(_ arguments: ParsedArguments) throws {
    inputs = try arguments.positionals.map { try FileArgument($0) }
    guard inputs.count(where: \.isStandardStream) < 2 else {
      throw UsageError("one document alone can come from standard input")
    }
    password = try Secret(arguments, InputFile.password)
    guard password?.isFromStandardInput != true || !inputs.contains(where: \.isStandardStream) else {
      throw UsageError("a document and the password cannot both come from standard input")
    }
    opening = OpenOptions(ignoresPermissions: arguments.has(InputFile.ignorePermissions))
    output = try NewFile(
      arguments,
      standardInputUse: inputs.contains(where: \.isStandardStream)
        ? "a document" : password?.isFromStandardInput == true ? "the password" : nil)
    printsJSON = arguments.has(PageOption.json)
    content = arguments.has(Self.renumber) ? .all.subtracting(.labels) : .all
  }

  var files: [NamedFile] { inputs.map(NamedFile.input) + output.files }

  func run(_ context: CommandContext) async throws {
    let result = try PDFDocument()
    let secret = try password?.read(context)
    var notes: [(String, InsertedPages)] = []
    var progress = Progress("Merging", of: inputs.count, on: context.errors)
    defer { progress.finish() }
    var first: PDFDocument?
    for input in inputs {
      let document =
        if let url = input.url {
          try PDFDocument.openAndWait(url, password: secret, options: opening)
        } else {
          try PDFDocument(
            data: context.input.read(), password: secret, ignoringPermissions: opening.ignoresPermissions)
        }
      let inserted = try result.insertPagesAndWait(of: document, at: result.pageCount, bringing: content)
      first = first ?? document
      notes.append((NamedFile.input(input).name, inserted))
      progress.advance()
    }
    try output.write(result, of: first, notes, printsJSON: printsJSON, context)
  }
}
