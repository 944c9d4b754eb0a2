import Foundation
import Postil

/// `postil scrub`: removes what pages do not show.
struct ScrubCommand: PostilCommand {
  /// The words for kinds of hidden data.
  private enum Kind: String, CaseIterable {
    case metadata, attachments, scripts, layers, thumbnails

    var data: HiddenData {
      switch self {
      case .metadata: .metadata
      case .attachments: .attachments
      case .scripts: .scripts
      case .layers: .hiddenLayers
      case .thumbnails: .thumbnails
      }
    }
  }

  private static let keep = Option(
    "--keep", "KINDS", completion: .choices(Kind.allCases.map(\.rawValue)), repeats: true,
    help:
      "What stays: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")), several with commas between them.",
    parse: kinds)
  private static let hiddenText = Option(
    flag: "--hidden-text",
    help: "Removes text that is not painted too: that of scanned pages can then not be searched.")

  static let description = CommandDescription(
    name: "scrub", abstract: "Removes what a document holds besides what its pages show.",
    discussion:
      "Title, author and metadata packets, attached files, scripts, layers that are not shown, small pictures of pages, "
      + "data of programs and older revisions are not in the result any more. FILE stays as it is.",
    synopsis: "FILE [--keep KINDS] [--hidden-text] -o OUT", arguments: [InputFile.argument],
    sections: [
      OptionSection(
        title: "Options",
        options: [
          RedactedOutput.output.description, keep.description, hiddenText.description,
          PageOption.json.description,
        ]), RedactedOutput.writing, InputFile.options,
    ], example: "postil scrub report.pdf --keep attachments -o clean.pdf")

  private let file: InputFile
  private let output: RedactedOutput
  private let data: HiddenData
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    output = try RedactedOutput(arguments, file: file)
    var data = HiddenData.standard
    for kept in arguments.all(Self.keep) { data.subtract(kept) }
    if arguments.has(Self.hiddenText) { data.insert(.hiddenText) }
    self.data = data
    printsJSON = arguments.has(PageOption.json)
    guard !data.isEmpty else {
      throw UsageError("--keep names all that can be removed: nothing is left to do")
    }
  }

  var files: [NamedFile] { file.files + output.files }

  func run(_ context: CommandContext) async throws {
    let document = try file.open(context)
    try await output.write(printsJSON: printsJSON, context) {
      try await document.scrub(data, to: $0, output.options(for: document, context))
    }
  }

  @Sendable private static func kinds(_ text: String) throws -> HiddenData {
    try text.split(separator: ",").reduce(into: []) { kinds, word in
      guard let kind = Kind(rawValue: String(word)) else {
        throw UsageError(
          "'\(word)' is not one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      kinds.insert(kind.data)
    }
  }
}
