import Postil

/// `postil revisions`: the states that a file had.
struct RevisionsCommand: PostilCommand {
  static let description = CommandDescription(
    name: "revisions", abstract: "Lists the states that a file had: each save that was appended.",
    discussion: "A file that was appended to holds all that it was before. See extract-revision and restore.",
    synopsis: "FILE [--json]", arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [PageOption.json.description]), InputFile.options],
    example: "postil revisions report.pdf")

  private let file: InputFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let revisions = try file.open(context).revisionsAndWait()
    if printsJSON {
      return context.print(.object(["revisions": .list(revisions.map(\.values))]))
    }
    var table = Table([">Revision", ">Length", ">Written", "Date", "Changes", "Authors"])
    for revision in revisions {
      table.add([
        "\(revision.number)", revision.length.grouped, revision.byteCount.grouped,
        revision.date?.text ?? "-", revision.changes.map { $0.words ?? "none" } ?? "the original",
        revision.authors.joined(separator: ", "),
      ])
    }
    context.output.write(table.text)
  }
}

extension DocumentRevision {
  fileprivate var values: JSONValue {
    .object([
      "number": .integer(number), "length": .integer(length), "bytes": .integer(byteCount),
      "date": JSONValue(date?.text), "authors": .list(authors.map { .text($0) }), "signed": .bool(isSigned),
      "changes": changes.map { .list($0.kinds.map(\.rawValue).sorted().map { .text($0) }) } ?? .null,
    ])
  }
}

/// What the commands about one revision take.
enum RevisionOption {
  static let number = Option(
    "--revision", "N", help: "The number of the revision, from 1 for the oldest.",
    parse: Values.integer(in: 1...1_000_000))
}

/// `postil extract-revision`: a file as it was.
struct ExtractRevisionCommand: PostilCommand {
  static let description = CommandDescription(
    name: "extract-revision", abstract: "Writes the file as it was after one of its saves, to the byte.",
    synopsis: "FILE --revision N -o OUT", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [RevisionOption.number.description, NewFile.output.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil extract-revision report.pdf --revision 1 -o original.pdf")

  private let file: InputFile
  private let number: Int
  private let output: NewFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    number = try arguments.require(RevisionOption.number)
    output = try NewFile(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + output.files }

  func run(_ context: CommandContext) async throws {
    try output.write(try file.open(context).revision(number), printsJSON: printsJSON, context)
  }
}

/// `postil restore`: gives a file the content that it had.
struct RestoreCommand: PostilCommand {
  static let description = CommandDescription(
    name: "restore", abstract: "Gives a file the content that it had after one of its saves, by appending.",
    discussion: "Nothing is lost: what came later is an older revision then.",
    synopsis: "FILE --revision N (-o OUT | --in-place)",
    arguments: [ArgumentDescription(name: "FILE", help: "The PDF document, a file.")],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          RevisionOption.number.description, SavingOptions.output.description,
          SavingOptions.inPlace.description,
          SavingOptions.breakSignatures.description, PageOption.json.description,
        ]),
      InputFile.options,
    ], example: "postil restore edited.pdf --revision 1 -o restored.pdf")

  private let file: InputFile
  private let number: Int
  private let saving: SavingOptions
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    number = try arguments.require(RevisionOption.number)
    saving = try SavingOptions(arguments, file: file)
    guard !file.argument.isStandardStream, !saving.usesStandardOutput else {
      throw UsageError("a revision is restored from file to file")
    }
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files + saving.files }

  func run(_ context: CommandContext) async throws {
    guard let url = file.argument.url else { return }
    let report = try PDFDocument.restoreRevisionAndWait(
      number, of: url, to: saving.target?.url, password: try file.secret(context),
      openingOptions: file.opening,
      options: saving.options(context))
    let outcome = CommandOutcome(values: ["revision": .integer(number)], note: "restored revision \(number)")
    saving.report(report, outcome, of: file, printsJSON: printsJSON, context)
  }
}
