import Foundation
import Postil
import PostilSignatures

/// `postil signatures`: who signed, and whether the signatures hold.
struct SignaturesCommand: PostilCommand {
  private static let trust = Option(
    "--trust", "CERTS.pem", completion: .files,
    help: "The certificates that are trusted, and with them all that they issued: a PEM file.",
    parse: { try FileArgument($0) })

  static let description = CommandDescription(
    name: "signatures", abstract: "Verifies the signatures of a document.",
    discussion:
      "Says of each signature who signed, when, what it covers, whether those bytes are intact, what was changed "
      + "later, and whether the document's certification permits that. The status is 6 if a signature does not hold, 7 "
      + "if one cannot be verified, or if --trust is given and a signer is not trusted.",
    synopsis: "FILE [--trust CERTS.pem] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [trust.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil signatures report.pdf")

  private let file: InputFile
  private let trust: FileArgument?
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    trust = arguments[Self.trust]
    printsJSON = arguments.has(PageOption.json)
    if trust?.isStandardStream == true, let use = file.standardInputUse {
      throw UsageError("\(use) and the certificates cannot both come from standard input")
    }
  }

  var files: [NamedFile] { file.files + (trust.map { [.input($0)] } ?? []) }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    let reports = try await document.verifySignatures(
      trusting: try trust.map { try certificates($0, context) })
    if printsJSON {
      context.print(.object(["signatures": .list(reports.map(\.values))]))
    } else {
      context.output.write(
        reports.isEmpty ? "There are no signatures.\n" : reports.map(\.text).joined(separator: "\n"))
    }
    try Self.require(reports)
  }

  /// - Throws: `PDFError` with a code that says what the worst of them lacks.
  private static func require(_ reports: [SignatureReport]) throws {
    let broken = reports.count { $0.verdict == .invalid }
    let unproven = reports.count { $0.verdict == .unknown || $0.verdict == .untrusted }
    guard broken + unproven > 0 else { return }
    let words = "\((broken + unproven).counted("signature")) of \(reports.count) cannot be relied on."
    throw PDFError(broken > 0 ? .invalidSignature : .unprovenSignature, words)
  }

  private func certificates(_ file: FileArgument, _ context: CommandContext) throws -> [SigningCertificate] {
    let data = try context.contents(of: file, upTo: 64 << 20)
    do {
      return try SigningCertificate.certificates(pem: data)
    } catch {
      var error = error
      error.url = file.url
      throw error
    }
  }
}
