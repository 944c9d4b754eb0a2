import Foundation
import Postil

/// Where `redact` and `scrub` write, and how.
struct RedactedOutput: Sendable {
  static let output = Option(
    "--output", short: "-o", "OUT", completion: .files, help: "The file to write; it cannot be FILE.",
    parse: { try FileArgument($0) })
  static let writing = OptionSection(
    title: "Writing",
    options: EncryptionOptions.descriptions + [breakSignatures.description])
  private static let breakSignatures = Option(
    flag: "--break-signatures", help: "Removes digital signatures, which would no longer be valid.")

  private let url: URL
  private let target: FileArgument
  private let encryption: EncryptionOptions
  private let breaksSignatures: Bool

  init(_ arguments: ParsedArguments, file: InputFile) throws {
    target = try arguments.require(Self.output)
    guard let url = target.url else {
      throw UsageError("the result is not written to standard output: name a file after -o")
    }
    guard !target.isSameFile(as: file.argument) else {
      throw UsageError("the result would replace FILE: give another name after -o")
    }
    self.url = url
    encryption = try EncryptionOptions(arguments, standardInputUse: file.standardInputUse)
    breaksSignatures = arguments.has(Self.breakSignatures)
  }

  /// The files that errors may name.
  var files: [NamedFile] { [.output(target)] }

  /// How the file is written, with passwords, which may have to be read.
  func options(for document: PDFDocument, _ context: CommandContext) throws -> RedactionOptions {
    RedactionOptions(
      encryption: try encryption.encryption(of: document, context), allowsBreakingSignatures: breaksSignatures
    )
  }

  /// Writes the file and says what was removed.
  func write(
    printsJSON: Bool, _ context: CommandContext, _ body: (URL) async throws -> RedactionReport
  ) async throws {
    let report = try await body(url)
    if printsJSON {
      context.output.write(report.values.line)
    } else {
      // Less is not seen at any scale.
      let moved =
        report.largestMove < 0.005
        ? ""
        : ", text behind gaps moved by up to \(report.largestMove.formatted(.number.precision(.fractionLength(2)))) points"
      context.output.write(
        "\(NamedFile.output(target).name): \(report) removed\(moved), \(report.fileSize.counted("byte")) written\n"
      )
      for place in report.remaining { context.errors.write("postil: still there: \(place.printable)\n") }
      for warning in report.warnings {
        context.errors.write("postil: \(NamedFile.output(target).name): \(warning.printable)\n")
      }
    }
  }
}

extension RedactionReport {
  fileprivate var values: JSONValue {
    .object([
      "glyphs": .integer(glyphs), "images": .integer(images), "drawings": .integer(paths),
      "annotations": .integer(annotations), "fields": .integer(fields), "strings": .integer(strings),
      "hiddenItems": .integer(hiddenItems), "attachments": .integer(attachments),
      "actions": .integer(actions), "cutStreams": .integer(cutStreams),
      "remaining": .list(remaining.map(JSONValue.text)), "warnings": .list(warnings.map(JSONValue.text)),
      "largestMove": .number(largestMove),
      "fileSize": .integer(fileSize),
    ])
  }
}
