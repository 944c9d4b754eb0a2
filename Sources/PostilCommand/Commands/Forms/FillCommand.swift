import Foundation
import Postil

/// `postil fill`: a form filled in, once or for each row of a table.
struct FillCommand: PostilCommand {
  private static let set = Option(
    "--set", "NAME=VALUE", repeats: true,
    help:
      "Fills in a field by its full name. Of a list several values may be given with | between them; check boxes take "
      + "yes and no."
  ) { text in
    guard let sign = text.firstIndex(of: "=") else { throw UsageError("'\(text)' is not NAME=VALUE") }
    return Assignment(name: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
  }
  private static let data = Option(
    "--data", "DATA", completion: .files,
    help: "Takes the values from a JSON, FDF or XFDF file; - is standard input.",
    parse: { try FileArgument($0) })
  private static let each = Option(
    "--each", "TABLE", completion: .files,
    help:
      "Fills the form in once for each row of a CSV file, whose first row has the names of the fields. OUT is a folder then "
      + "for a file each, or ends with .pdf for one file with all of them.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "fill", abstract: "Fills in a form.",
    discussion:
      "Values must be such as the fields take; if one is not, nothing is written. Numbers, dates and sums that fields show "
      + "by the usual scripts are worked out; other scripts are not run, and fields that they calculate are named.",
    synopsis: "FILE (--set NAME=VALUE… | --data DATA | --each TABLE) \(SavingOptions.synopsis)",
    arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [set.description, data.description, each.description])
    ]
      + SavingOptions.sections,
    example: "postil fill application.pdf --set name=Ada --set member=yes -o filled.pdf")

  struct Assignment: Sendable {
    let name: String
    let value: String
  }

  private let edited: EditedFile
  private let assignments: [Assignment]
  private let data: FileArgument?
  private let table: FileArgument?
  private let output: FileArgument?

  init(_ arguments: ParsedArguments) throws {
    edited = try EditedFile(arguments)
    assignments = arguments.all(Self.set)
    data = arguments[Self.data]
    table = arguments[Self.each]
    output = arguments[SavingOptions.output]
    guard !assignments.isEmpty || data != nil || table != nil else {
      throw UsageError("give --set NAME=VALUE, --data DATA or --each TABLE: there is nothing to fill in")
    }
    for input in [data, table] where input?.isStandardStream == true {
      if let other = edited.file.standardInputUse {
        throw UsageError("\(other) and the values cannot both come from standard input")
      }
    }
    guard data != .standardStream || table != .standardStream else {
      throw UsageError("the values and the table cannot both come from standard input")
    }
    guard table == nil || (output?.url != nil && output?.isSameFile(as: edited.file.argument) == false) else {
      throw UsageError("--each needs -o OUT: a folder, or another file that ends with .pdf")
    }
  }

  var files: [NamedFile] { edited.files(and: [data, table].compactMap(\.self)) }

  func run(_ context: CommandContext) async throws {
    guard let table, let url = output?.url else { return try await Filling(self).run(context) }
    let opener = try edited.file.opener(context)
    let values = try contents(context)
    let document = try opener.open()
    try fill(document, values, context)
    let rows = try rows(table, document, context)
    let isOne = url.pathExtension.lowercased() == "pdf"
    let filling = RowFilling(
      rows: rows,
      options: try isOne
        ? edited.saving.optionsOfNewFile(forPagesOf: document, context)
        : edited.saving.options(for: document, context),
      progress: { Progress("Filling in", of: rows.count, on: context.errors) },
      reopen: {
        let document = try opener.open()
        try fill(document, values, nil)
        return document
      })
    if isOne {
      try filling.merge(with: document, to: url)
    } else {
      try filling.write(with: document, to: url)
    }
    let summary: JSONValue = .object(["documents": .integer(rows.count), "file": .text(url.path)])
    context.output.write(
      edited.printsJSON
        ? summary.line
        : "\(edited.saving.name(else: edited.file)): filled in \(rows.count == 1 ? "once" : "\(rows.count) times")\n"
    )
    report(document, context)
  }

  /// The contents of the file of values, if one is named.
  private func contents(_ context: CommandContext) throws -> Data? {
    try data.map { try context.contents(of: $0, upTo: Self.largest) }
  }

  /// Fills in what the options say.
  ///
  /// - Parameter context: Where fields that were passed over are told; `nil` if they were.
  private func fill(_ document: PDFDocument, _ values: Data?, _ context: CommandContext?) throws {
    if let data, let values {
      do {
        let passedOver = try document.fillAndWait(from: values)
        if let context {
          for name in passedOver {
            note("the field '\(name)' cannot be filled in and was passed over", context)
          }
        }
      } catch {
        var error = error
        error.url = error.url ?? data.url
        throw CommandFailure(error, files: [.input(data)])
      }
    }
    guard !assignments.isEmpty else { return }
    let form = try document.form
    var values: [String: FormValue] = [:]
    for assignment in assignments {
      values[assignment.name] =
        form?[assignment.name]?.value(fromText: assignment.value) ?? .text(assignment.value)
    }
    try document.fill(values)
  }

  private func rows(
    _ table: FileArgument, _ document: PDFDocument, _ context: CommandContext
  ) throws -> [[String: FormValue]] {
    let bytes = try context.contents(of: table, upTo: Self.largest)
    do {
      return try document.formValues(csv: bytes)
    } catch {
      guard error.url == nil else { throw error }
      var error = error
      error.url = table.url
      throw CommandFailure(error, files: [.input(table)])
    }
  }

  fileprivate func note(_ text: String, _ context: CommandContext) {
    context.errors.write("postil: \(edited.file.name): \(text.printable)\n")
  }

  /// Says what is out of date.
  fileprivate func report(_ document: PDFDocument, _ context: CommandContext) {
    for name in (try? document.form)?.fieldsNotCalculated ?? [] {
      note("the field '\(name)' is calculated by a script that was not run: it may be out of date", context)
    }
  }

  /// What is larger is refused before it is read.
  private static let largest = 256 << 20

  /// The command without a table.
  private struct Filling: EditingCommand {
    static var description: CommandDescription { FillCommand.description }
    let command: FillCommand
    var edited: EditedFile { command.edited }

    init(_ command: FillCommand) { self.command = command }
    init(_ arguments: ParsedArguments) throws { command = try FillCommand(arguments) }

    func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
      try command.fill(document, command.contents(context), context)
      command.report(document, context)
      let form = try document.form
      let missing = form?.missingFields.map(\.name) ?? []
      return CommandOutcome(
        values: [
          "missing": .list(missing.map(JSONValue.text)),
          "notCalculated": .list((form?.fieldsNotCalculated ?? []).map(JSONValue.text)),
        ],
        note: missing.isEmpty ? nil : "still empty: \(missing.joined(separator: ", "))")
    }
  }
}
