import Foundation
import Postil

/// `postil layers`: the layers of a document, and which of them are shown when it is opened.
struct LayersCommand: PartCommand {
  private static let show = Option(
    "--show", "NAME", repeats: true,
    help: "Has a layer shown when the document is opened: its name, or #N, its number.",
    parse: Values.text)
  private static let hide = Option(
    "--hide", "NAME", repeats: true,
    help: "Has a layer hidden when the document is opened: its name, or #N, its number.",
    parse: Values.text)

  static let description = CommandDescription(
    name: "layers", abstract: "Lists the layers of a document, or has others shown when it is opened.",
    discussion:
      "Layers (optional content) come in the order in which readers list them, each with its number; [x] before a name is shown, [ ] is "
      + "hidden. Of some only one is shown at a time: showing one hides the others. Readers may show or hide a layer by what pages are for, "
      + "by zoom or by language, whatever its state is: that is told behind its name.",
    synopsis: "FILE [--json] [(--show NAME… | --hide NAME…) \(SavingOptions.synopsis)]",
    arguments: [InputFile.argument],
    sections: [OptionSection(title: "Options", options: [show.description, hide.description])]
      + SavingOptions.sections,
    example: "postil layers report.pdf")

  let file: InputFile
  let saving: SavingOptions?
  let printsJSON: Bool
  private let choice: LayerOptions

  init(_ arguments: ParsedArguments) throws {
    file = try InputFile(arguments)
    choice = LayerOptions(shown: arguments.all(Self.show), hidden: arguments.all(Self.hide))
    saving = try .ifChanged(!choice.isEmpty, by: "--show or --hide", arguments, file: file)
    printsJSON = arguments.has(PageOption.json)
  }

  func show(_ document: PDFDocument, _ context: CommandContext) throws {
    let layers = try document.layers
    if printsJSON {
      context.print(JSONValue.object(["layers": .list(layers.map(Self.value))]))
    } else if layers.isEmpty {
      context.output.write("There are no layers.\n")
    } else {
      var number = 0
      let width = String(layers.count { !$0.isHeading }).count
      for layer in layers {
        if !layer.isHeading { number += 1 }
        context.output.write(Self.line(layer, number: layer.isHeading ? "" : "\(number)", width) + "\n")
      }
    }
  }

  func edit(_ document: PDFDocument, _ context: CommandContext) throws -> CommandOutcome {
    let visibility = try choice.visibility(in: document)
    try document.apply([.setLayers(visibility)], named: "Change Layers")
    let layers = try document.layers
    return CommandOutcome(values: [
      "shown": .list(layers.filter { $0.isShown && !$0.isHeading }.map { .text($0.name) })
    ])
  }

  private static func line(_ layer: DocumentLayer, number: String, _ width: Int) -> String {
    let usage = layer.usage
    var notes = (layer.isLocked ? ["locked"] : []) + (layer.isListed ? [] : ["not listed"])
    notes += layer.exclusiveGroups.map { "one of group \($0 + 1)" }
    if let isShown = usage.isShownOnScreen { notes.append(isShown ? "shown on screens" : "not on screens") }
    if let isPrinted = usage.isPrinted { notes.append(isPrinted ? "printed" : "not printed") }
    if let isExported = usage.isExported { notes.append(isExported ? "exported" : "not exported") }
    if let zoom = usage.leastZoom { notes.append("from zoom \(zoom.short)") }
    if let zoom = usage.zoomLimit { notes.append("below zoom \(zoom.short)") }
    if let language = usage.language { notes.append("for \(language)") }
    return String(repeating: " ", count: width - number.count) + number + " "
      + String(repeating: "  ", count: layer.level)
      + (layer.isHeading ? "" : layer.isShown ? "[x] " : "[ ] ") + layer.name
      + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  private static func value(_ layer: DocumentLayer) -> JSONValue {
    let usage = layer.usage
    func value(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }
    return .object([
      "id": layer.id.map { .integer($0.rawValue) } ?? .null, "name": .text(layer.name),
      "level": .integer(layer.level),
      "isHeading": .bool(layer.isHeading), "isShown": .bool(layer.isShown), "isLocked": .bool(layer.isLocked),
      "isListed": .bool(layer.isListed), "exclusiveGroups": .list(layer.exclusiveGroups.map { .integer($0) }),
      "usage": .object([
        "isShownOnScreen": value(usage.isShownOnScreen), "isPrinted": value(usage.isPrinted),
        "isExported": value(usage.isExported), "leastZoom": usage.leastZoom.map { .number($0) } ?? .null,
        "zoomLimit": usage.zoomLimit.map { .number($0) } ?? .null, "language": JSONValue(usage.language),
      ]),
    ])
  }
}
