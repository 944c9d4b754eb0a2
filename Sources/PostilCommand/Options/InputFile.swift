import Foundation
import Postil
import PostilSystem

/// The document that a command is about, and how to open it.
struct InputFile: Sendable {
  static let argument = ArgumentDescription(
    name: "FILE", help: "The PDF document; - is standard input, ./- a file of that name.")
  static let password = Secret.Options("--password", "P", help: "The password of an encrypted document.")
  static let ignorePermissions = Option(
    flag: "--ignore-permissions",
    help: "Does also what the author allows only with the owner's password. See to it that you may.")
  static let options = OptionSection(
    title: "Encrypted documents",
    options: password.descriptions + [ignorePermissions.description])

  let argument: FileArgument
  private let password: Secret?
  let opening: OpenOptions

  init(_ arguments: ParsedArguments) throws {
    argument = try FileArgument(arguments.positionals.first ?? "")
    password = try Secret(arguments, Self.password)
    opening = OpenOptions(ignoresPermissions: arguments.has(Self.ignorePermissions))
    guard !argument.isStandardStream || password?.isFromStandardInput != true else {
      throw UsageError("the document and the password cannot both come from standard input")
    }
  }

  /// The files that errors may name.
  var files: [NamedFile] { ([argument] + (password?.file.map { [$0] } ?? [])).map(NamedFile.input) }

  /// The name in messages.
  var name: String { NamedFile.input(argument).name }

  /// What is read from standard input; `nil` if nothing is.
  var standardInputUse: String? {
    if argument.isStandardStream { return "the document" }
    return password?.isFromStandardInput == true ? "the password" : nil
  }

  /// Opens the document, as often as it is needed: standard input is read once.
  struct Opener: Sendable {
    fileprivate enum Source: Sendable {
      case file(URL)
      case data(Data)
    }

    fileprivate let source: Source
    fileprivate let password: String?
    fileprivate let options: OpenOptions

    func open() throws -> PDFDocument {
      switch source {
      case .file(let url): try PDFDocument.openAndWait(url, password: password, options: options)
      case .data(let data):
        try PDFDocument(data: data, password: password, ignoringPermissions: options.ignoresPermissions)
      }
    }
  }

  func open(_ context: CommandContext) throws -> PDFDocument { try opener(context).open() }

  func opener(_ context: CommandContext) throws -> Opener {
    let password = try secret(context)
    if let url = argument.url { return Opener(source: .file(url), password: password, options: opening) }
    guard !context.input.isTerminal else {
      throw UsageError("standard input is a terminal: pipe a document into it, or name a file")
    }
    return Opener(source: .data(try context.input.read()), password: password, options: opening)
  }

  /// The password, if there is one.
  func secret(_ context: CommandContext) throws -> String? { try password?.read(context) }
}

extension CommandContext {
  /// The contents of a small file; `-` is standard input.
  ///
  /// - Parameter most: How many bytes a file may have; a larger one is refused before it is read.
  func contents(of file: FileArgument, upTo most: Int = .max) throws -> Data {
    try file.url.map { try FileIO.contents(of: $0, upTo: most) } ?? input.read()
  }
}
