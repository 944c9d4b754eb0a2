import Foundation
import Postil

/// `postil recover`: edits of a program that ended before they were saved.
struct RecoverCommand: PostilCommand {
  static let apply = Option(
    flag: "--apply", help: "Makes the edits again and saves: with -o OUT or --in-place.")
  static let discard = Option(flag: "--discard", help: "Removes the edits. They are lost then.")
  static let id = Option(
    "--id", "ID", help: "Which of several, as the list names them; the newest unless given.",
    parse: Values.text)
  static let folder = Option(
    "--folder", "FOLDER", completion: .files,
    help: "Where the journals are; by default $XDG_STATE_HOME/postil/journal.",
    parse: { URL(fileURLWithPath: $0) })

  static let description = CommandDescription(
    name: "recover",
    abstract: "Lists, makes again or discards edits that were not saved when a program ended.",
    discussion: "Programs that ask for it, such as the editor, keep a journal of what is done to a document. "
      + "Without --apply and --discard the command lists what there is, of FILE or of all documents.",
    synopsis: "[FILE] [--apply (-o OUT | --in-place) | --discard]",
    arguments: [
      ArgumentDescription(name: "FILE", help: "The PDF document that was edited.", isOptional: true)
    ],
    sections: [
      OptionSection(
        title: "Options",
        options: [apply, discard].map(\.description) + [id.description, folder.description])
    ] + SavingOptions.sections, example: "postil recover report.pdf")

  private enum Action {
    case list
    case apply(SavingOptions, InputFile)
    case discard
  }

  private let file: InputFile?
  private let action: Action
  private let id: String?
  private let folder: URL
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = arguments.positionals.isEmpty ? nil : try InputFile(arguments)
    id = arguments[Self.id]
    folder = arguments[Self.folder] ?? OpenOptions.standardJournalFolder
    printsJSON = arguments.has(PageOption.json)
    switch (arguments.has(Self.apply), arguments.has(Self.discard)) {
    case (true, true): throw UsageError("--apply and --discard do not go together")
    case (true, false), (false, true):
      guard let file else { throw UsageError("name the FILE whose edits are meant") }
      guard !file.argument.isStandardStream else { throw UsageError("standard input has no journal") }
      action = arguments.has(Self.apply) ? .apply(try SavingOptions(arguments, file: file), file) : .discard
    case (false, false): action = .list
    }
  }

  var files: [NamedFile] {
    guard case .apply(let saving, _) = action else { return file?.files ?? [] }
    return (file?.files ?? []) + saving.files
  }

  func run(_ context: CommandContext) async throws {
    let found = PDFDocument.recoverable(file?.argument.url, in: folder)
    switch action {
    case .list: list(found, context)
    case .apply(let saving, let file): try apply(saving, chosen(from: found), to: file, context)
    case .discard:
      let edits = try chosen(from: found)
      try edits.discard()
      context.output.write("\(file?.name ?? edits.id): discarded \(edits.stepCount.counted("step"))\n")
    }
  }

  private func chosen(from found: [RecoverableEdits]) throws -> RecoverableEdits {
    guard let edits = found.first(where: { id == nil ? $0.status != .inUse : $0.id == id }) ?? found.first
    else {
      throw PDFError(
        .invalidArgument,
        "There are no edits to recover of this file: 'postil recover' lists those of all files.",
        url: file?.argument.url)
    }
    guard id == nil || edits.id == id else {
      throw PDFError(
        .invalidArgument, "There are no edits '\(id ?? "")' of this file.", url: file?.argument.url)
    }
    return edits
  }

  private func apply(
    _ saving: SavingOptions, _ edits: RecoverableEdits, to file: InputFile, _ context: CommandContext
  ) throws {
    try saving.requireNoTerminal(context)
    let document = try edits.recoverAndWait(password: file.secret(context), options: file.opening)
    let outcome = CommandOutcome(
      values: ["steps": .integer(edits.stepCount)], note: "recovered \(edits.stepCount.counted("step"))")
    saving.report(try saving.save(document, context), outcome, of: file, printsJSON: printsJSON, context)
  }

  // MARK: - Listing

  private func list(_ found: [RecoverableEdits], _ context: CommandContext) {
    if printsJSON {
      let values = found.map { edits -> JSONValue in
        .object([
          "id": .text(edits.id), "file": JSONValue(edits.url?.path), "date": .text(edits.date.text),
          "steps": .integer(edits.stepCount), "status": .text(edits.status.rawValue),
          "encrypted": .bool(edits.isEncrypted),
        ])
      }
      context.print(.object(["recoverable": .list(values)]))
    } else if found.isEmpty {
      context.output.write("There is nothing to recover.\n")
    } else {
      var table = Table(["Id", "Date", ">Steps", "Status", "File"])
      for edits in found {
        table.add([
          edits.id, edits.date.text, edits.stepCount.grouped, edits.status.sentence, edits.url?.path ?? "-",
        ])
      }
      context.output.write(table.text)
    }
  }
}

extension RecoverableEdits.Status {
  fileprivate var sentence: String {
    switch self {
    case .ready: "can be recovered"
    case .fileChanged: "the file was changed: save to another"
    case .fileLost: "what they refer to is gone"
    case .inUse: "the document is open"
    case .newerVersion: "of a newer version"
    }
  }
}
