import Foundation
import Postil
import PostilSystem

/// The options of all editing commands: where the result goes and how it is written.
struct SavingOptions: Sendable {
  enum Safety: String, CaseIterable {
    case atomic
    case appendInPlace = "append-in-place"
  }
  enum Strategy: String, CaseIterable { case automatic, append, rewrite }

  static let output = Option(
    "--output", short: "-o", "OUT", completion: .files,
    help: "Writes the result to another file; - is standard output, and the report goes to standard error.",
    parse: { try FileArgument($0) })
  static let inPlace = Option(flag: "--in-place", help: "Replaces FILE by the result.")
  static let strategy = Option<Strategy>(
    "--strategy",
    help: "automatic appends the changes to the original and rewrites damaged files; "
      + "append never rewrites; rewrite writes every object anew.")
  static let safety = Option<Safety>(
    "--safety",
    help: "atomic puts the finished result in the place of the file; append-in-place writes to the end of "
      + "FILE itself, which costs no copy.")
  static let noSync = Option(
    flag: "--no-sync",
    help:
      "Does not wait until the disk has the file: faster, and lost if the machine loses power soon after it.")
  static let linearize = Option(
    flag: "--linearize", help: "Rewrites so that the first page shows while the rest loads.")
  static let objectStreams = Option(
    flag: "--object-streams", help: "Rewrites with objects packed together: a smaller file.")
  static let breakSignatures = Option(
    flag: "--break-signatures", help: "Saves what invalidates digital signatures or a certification.")
  static let removeSignatures = Option(
    flag: "--remove-signatures",
    help: "Rewrites without the digital signatures, which a rewrite breaks; their fields stay, unsigned.")

  static let sections = [
    OptionSection(
      title: "Result (one of the first two)",
      options: [output.description, inPlace.description, PageOption.json.description]),
    OptionSection(
      title: "Writing",
      options: [
        strategy.description, safety.description, noSync.description, linearize.description,
        objectStreams.description,
      ] + EncryptionOptions.descriptions + [breakSignatures.description, removeSignatures.description]),
    InputFile.options,
  ]
  static let synopsis = "(-o OUT | --in-place)"

  /// The target; `nil` to replace the opened file.
  let target: FileArgument?
  private let encryption: EncryptionOptions
  private let make: @Sendable (RewriteOptions.Encryption) -> SaveOptions

  /// - Parameter isSquash: Whether the file becomes one revision.
  init(_ arguments: ParsedArguments, file: InputFile, isSquash: Bool = false) throws {
    let output = arguments[Self.output]
    guard (output != nil) != arguments.has(Self.inPlace) else {
      throw UsageError("give -o OUT to write another file, or --in-place to replace FILE: one of the two")
    }
    guard output != nil || !file.argument.isStandardStream else {
      throw UsageError("standard input cannot be replaced: give -o OUT")
    }
    let isSame = output.map { $0.isSameFile(as: file.argument) } ?? true
    target = isSame ? nil : output
    encryption = try EncryptionOptions(arguments, standardInputUse: file.standardInputUse)
    make = try Self.options(arguments, encryption, isSquash: isSquash)
    guard isSame || arguments[Self.safety] != .appendInPlace else {
      throw UsageError("--safety append-in-place needs --in-place")
    }
  }

  /// How the file is written, with passwords, which may have to be read.
  func options(for document: PDFDocument? = nil, _ context: CommandContext) throws -> SaveOptions {
    make(try encryption.encryption(of: document, context))
  }

  /// How a new file is written that is made of a document's pages.
  func optionsOfNewFile(forPagesOf document: PDFDocument, _ context: CommandContext) throws -> SaveOptions {
    try encryption.saveOptions(forPagesOf: document, context)
  }

  private static func options(
    _ arguments: ParsedArguments, _ encryption: EncryptionOptions, isSquash: Bool
  ) throws -> @Sendable (RewriteOptions.Encryption) -> SaveOptions {
    let plain = RewriteOptions(
      objectStreams: arguments[objectStreams], linearize: arguments.has(linearize),
      removesSignatures: arguments.has(removeSignatures))
    let safety: SaveOptions.Safety = arguments[safety] == .appendInPlace ? .inPlace : .atomicCopy
    let strategy = arguments[strategy] ?? .automatic
    let isRewrite = strategy == .rewrite || plain != RewriteOptions() || !encryption.isKept
    guard strategy != .append || !isRewrite else {
      throw UsageError("--strategy append does not go with options that rewrite the file")
    }
    guard safety == .atomicCopy || !isRewrite else {
      throw UsageError("--safety append-in-place does not go with a rewrite")
    }
    let (breaksSignatures, waits) = (arguments.has(breakSignatures), !arguments.has(noSync))
    return { encryption in
      var rewriting = plain
      rewriting.encryption = encryption
      var options: SaveOptions =
        if isSquash {
          .squash(rewriting)
        } else if isRewrite {
          .rewrite(rewriting)
        } else if strategy == .append {
          .incremental(safety: safety)
        } else {
          .automatic(safety: safety)
        }
      options.allowsBreakingSignatures = breaksSignatures
      options.waitsForDisk = waits
      return options
    }
  }

  /// The files that errors may name.
  var files: [NamedFile] { target.map { [.output($0)] } ?? [] }

  var usesStandardOutput: Bool { target == .standardStream }

  /// The name of the result in messages.
  func name(else file: InputFile) -> String { files.first?.name ?? file.name }

  /// - Throws: ``UsageError`` if the document would be written to a terminal.
  func requireNoTerminal(_ context: CommandContext) throws {
    if usesStandardOutput { try context.requireNoTerminal() }
  }

  /// Saves, and says what was written where.
  func save(_ document: PDFDocument, _ context: CommandContext) throws -> SaveReport {
    let options = try options(for: document, context)
    guard let target else { return try document.saveAndWait(options) }
    if let url = target.url { return try document.saveAndWait(to: url, options) }
    return try context.save(document, options)
  }
}

extension CommandContext {
  /// Saves to standard output.
  func save(_ document: PDFDocument, _ options: SaveOptions) throws -> SaveReport {
    // Through a temporary file, so that the result is checked like any other before its first byte is written.
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID().uuidString)")
    try FileIO.makePrivateFolder(folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "result.pdf")
    let report = try document.saveAndWait(to: file, options)
    let bytes = try Data(contentsOf: file, options: .alwaysMapped)
    // Before writing: a broken pipe may end the program there.
    try? FileManager.default.removeItem(at: folder)
    output.write(bytes)
    return report
  }

  /// - Throws: ``UsageError`` if standard output is a terminal, which cannot show documents and pictures.
  func requireNoTerminal() throws {
    guard output.isTerminal else { return }
    throw UsageError(
      "standard output is a terminal: redirect it to a file or a program, or name a file after -o")
  }
}
