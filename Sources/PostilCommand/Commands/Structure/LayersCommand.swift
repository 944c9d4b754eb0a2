import Foundation
import Postil

/// `postil layers`: the layers of a document.
struct LayersCommand: PostilCommand {
  static let description = CommandDescription(
    name: "layers", abstract: "Lists the layers of a document, and which are shown when it is opened.",
    discussion:
      "Layers (optional content) come in the order in which readers list them; [x] before a name is shown, [ ] is hidden.",
    synopsis: "FILE [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [PageOption.json.description]), InputFile.options,
    ], example: "postil layers report.pdf")

  private let file: InputFile
  private let printsJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    printsJSON = arguments.has(PageOption.json)
  }

  var files: [NamedFile] { file.files }

  func run(_ context: CommandContext) async throws {
    let layers = try file.open(context).layers
    if printsJSON {
      context.print(JSONValue.object(["layers": .list(layers.map(Self.value))]))
    } else if layers.isEmpty {
      context.output.write("There are no layers.\n")
    } else {
      context.output.write(layers.map { Self.line($0) + "\n" }.joined())
    }
  }

  private static func line(_ layer: DocumentLayer) -> String {
    let notes = (layer.isLocked ? ["locked"] : []) + (layer.isListed ? [] : ["not listed"])
    return String(repeating: "  ", count: layer.level)
      + (layer.isHeading ? "" : layer.isShown ? "[x] " : "[ ] ") + layer.name
      + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  private static func value(_ layer: DocumentLayer) -> JSONValue {
    .object([
      "name": .text(layer.name), "level": .integer(layer.level), "isHeading": .bool(layer.isHeading),
      "isShown": .bool(layer.isShown), "isLocked": .bool(layer.isLocked), "isListed": .bool(layer.isListed),
      "exclusiveGroup": layer.exclusiveGroup.map { .integer($0) } ?? .null,
    ])
  }
}
