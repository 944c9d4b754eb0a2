import Foundation
import Postil

/// Where a command writes a document that it makes of others.
struct NewFile: Sendable {
  static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The file to write; - is standard output, and the report goes to standard error.",
    parse: { try FileArgument($0) })

  private let target: FileArgument

  init(_ arguments: ParsedArguments) throws { target = try arguments.require(Self.output) }

  /// The files that errors may name.
  var files: [NamedFile] { [.output(target)] }

  /// Writes the document and says so.
  func write(_ document: PDFDocument, printsJSON: Bool, _ context: CommandContext) throws {
    let reports = target.isStandardStream ? context.errors : context.output
    let size: Int
    if let url = target.url {
      size = try document.saveAndWait(to: url).fileSize
    } else {
      try context.requireNoTerminal()
      let data = try document.dataRepresentation()
      context.output.write(data)
      size = data.count
    }
    let pages = document.pageCount
    if printsJSON {
      reports.write(JSONValue.object(["pages": .integer(pages), "fileSize": .integer(size)]).line)
    } else {
      let name = NamedFile.output(target).name
      reports.write("\(name): wrote \(pages.counted("page")), \(size.counted("byte"))\n")
    }
  }
}
