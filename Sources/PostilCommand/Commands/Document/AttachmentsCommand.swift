import Foundation
import Postil
import PostilSystem

/// `postil attachments`: the files that a document holds.
struct AttachmentsCommand: PostilCommand {
  private static let output = Option(
    "--output", short: "-o", "FOLDER", completion: .files,
    help: "Writes the files to a folder, which is made if it is missing. No file there is replaced.",
    parse: { text in
      let file = try FileArgument(text)
      guard !file.isStandardStream else { throw UsageError("several files need a folder") }
      return file
    })
  private static let name = Option(
    "--name", "NAME", repeats: true, help: "Only the attachment of this name.", parse: Values.text)

  static let description = CommandDescription(
    name: "attachments",
    abstract: "Lists the files that a document holds, or writes them.",
    discussion: "Files that annotations hold are not among them: see postil annotations.",
    synopsis: "FILE [--name NAME…] [-o FOLDER] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options", options: [name.description, output.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil attachments report.pdf")

  private let file: InputFile
  private let names: [String]
  private let output: FileArgument?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    names = arguments.all(Self.name)
    output = arguments[Self.output]
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + (output.map { [.output($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let all = try document.attachments
    if let missing = names.first(where: { name in !all.contains { $0.name == name } }) {
      throw PDFError(.invalidArgument, "The document has no attachment '\(missing)'.")
    }
    let chosen = names.isEmpty ? all : all.filter { names.contains($0.name) }
    let written = try output.map { try write(chosen, of: document, to: $0.url ?? URL(fileURLWithPath: ".")) }
    if printsJSON {
      let values = zip(chosen, written ?? chosen.map { _ in nil }).map { $0.values(writtenTo: $1) }
      context.print(.object(["attachments": .list(values)]))
    } else if let output, let written {
      context.output.write("\(NamedFile.output(output).name): wrote \(written.count.counted("file"))\n")
    } else if chosen.isEmpty {
      context.output.write("There are no attachments.\n")
    } else {
      var table = Table(["Name", "File", ">Bytes", "Type", "Relationship", "Description"])
      for attachment in chosen {
        let file = attachment.file
        table.add([
          attachment.name, file.name, file.byteCount?.grouped ?? "", file.mediaType ?? "",
          attachment.relationship?.rawValue ?? "", file.fileDescription ?? "",
        ])
      }
      context.output.write(table.text)
    }
  }

  /// Writes each under its own name, and returns the names.
  private func write(
    _ attachments: [DocumentAttachment], of document: PDFDocument, to folder: URL
  ) throws -> [String?] {
    try folder.makeFolder()
    var taken: Set<String> = []
    return try attachments.map { attachment in
      let name = Self.fileName(attachment, &taken)
      let url = folder.appendingPathComponent(name)
      let data = try document.data(ofAttachment: attachment.name)
      do {
        try data.write(to: url, options: .withoutOverwriting)
      } catch {
        throw PDFError(
          .cannotWrite, "The file cannot be written: choose an empty folder that may be written to.",
          url: url,
          underlying: error.localizedDescription)
      }
      return name
    }
  }

  /// A name without the folders that the document may have put into it, and of several equal ones each with a number.
  private static func fileName(_ attachment: DocumentAttachment, _ taken: inout Set<String>) -> String {
    let last = attachment.file.name.split { "/\\\0".contains($0) }.last.map(String.init) ?? ""
    let isUsable = !last.isEmpty && last != "." && last != ".." && last.utf8.count <= 200
    let name = isUsable ? last : "attachment"
    var free = name
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      let parts = (name as NSString)
      let ending = parts.pathExtension.isEmpty ? "" : ".\(parts.pathExtension)"
      free = "\(parts.deletingPathExtension)_\(number)\(ending)"
      number += 1
    }
    return free
  }
}

extension DocumentAttachment {
  fileprivate func values(writtenTo written: String?) -> JSONValue {
    var values: [String: JSONValue] = [
      "name": .text(name), "file": .text(file.name), "type": JSONValue(file.mediaType),
      "description": JSONValue(file.fileDescription), "relationship": JSONValue(relationship?.rawValue),
      "size": file.byteCount.map(JSONValue.integer) ?? .null, "created": JSONValue(file.creationDate),
      "modified": JSONValue(file.modificationDate),
    ]
    if let written { values["written"] = .text(written) }
    return .object(values)
  }
}
