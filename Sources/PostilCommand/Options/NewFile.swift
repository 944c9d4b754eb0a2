import Foundation
import Postil
import PostilLayout

/// Where a command writes a document that it makes of others.
struct NewFile: Sendable {
  static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "The file to write; - is standard output, and the report goes to standard error.",
    parse: { try FileArgument($0) })

  private let target: FileArgument
  private let encryption: EncryptionOptions

  /// - Parameter standardInputUse: What of the command comes from standard input; `nil` if nothing does.
  init(_ arguments: ParsedArguments, standardInputUse: String? = nil) throws {
    target = try arguments.require(Self.output)
    encryption = try EncryptionOptions(arguments, standardInputUse: standardInputUse)
  }

  /// The files that errors may name.
  var files: [NamedFile] { [.output(target)] }

  /// Sets a document, writes it and says so.
  func write(
    _ document: LayoutDocument, conformingTo standards: Set<Conformance>, printsJSON: Bool,
    _ context: CommandContext
  ) async throws {
    let reports = target.isStandardStream ? context.errors : context.output
    let (pages, size): (Int, Int)
    if let url = target.url {
      pages = try await document.write(to: url, conformingTo: standards).pageCount
      size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    } else {
      try context.requireNoTerminal()
      let data = try await document.data(conformingTo: standards)
      context.output.write(data)
      (pages, size) = (try PDFDocument(data: data).pageCount, data.count)
    }
    if printsJSON {
      reports.write(JSONValue.object(["pages": .integer(pages), "fileSize": .integer(size)]).line)
    } else {
      let name = NamedFile.output(target).name
      reports.write("\(name): wrote \(pages.counted("page")), \(size.counted("byte"))\n")
    }
  }

  /// Writes the document and says so.
  ///
  /// - Parameters:
  ///   - source: The document, or the first one, that its pages are of, whose encryption it gets if the options do not say otherwise.
  ///   - notes: The documents that it was made of, and what was left behind there.
  func write(
    _ document: PDFDocument, of source: PDFDocument? = nil,
    _ notes: [(file: String, inserted: InsertedPages)] = [], printsJSON: Bool, _ context: CommandContext
  ) throws {
    let reports = target.isStandardStream ? context.errors : context.output
    if target.isStandardStream { try context.requireNoTerminal() }
    let options = try encryption.saveOptions(forPagesOf: source, context)
    let report =
      try target.url.map { try document.saveAndWait(to: $0, options) } ?? context.save(document, options)
    let (size, renamed, warnings) = (report.fileSize, report.renamedFields, report.warnings)
    let pages = document.pageCount
    if printsJSON {
      var values: [String: JSONValue] = ["pages": .integer(pages), "fileSize": .integer(size)]
      let sources = notes.filter { !$0.inserted.values.isEmpty }.map { note in
        JSONValue.object(note.inserted.values.merging(["file": .text(note.file)]) { $1 })
      }
      if !sources.isEmpty { values["sources"] = .list(sources) }
      if !renamed.isEmpty { values["renamedFields"] = .list(renamed.map(\.value)) }
      if !warnings.isEmpty { values["warnings"] = .list(warnings.map(JSONValue.text)) }
      reports.write(JSONValue.object(values).line)
    } else {
      let name = NamedFile.output(target).name
      reports.write("\(name): wrote \(pages.counted("page")), \(size.counted("byte"))\n")
      for warning in warnings { context.errors.write("postil: \(name): \(warning.printable)\n") }
      for note in notes {
        for warning in note.inserted.warnings {
          context.errors.write("postil: \(note.file): \(warning.printable)\n")
        }
      }
      if !renamed.isEmpty { context.errors.write("postil: \(name): \(renamed.sentence.printable)\n") }
    }
  }
}
