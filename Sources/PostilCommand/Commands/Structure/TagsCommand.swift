import Foundation
import Postil

/// `postil tags`: what the tags of a document say.
struct TagsCommand: PostilCommand {
  static let description = CommandDescription(
    name: "tags", abstract: "Prints the tags of a document: what is read, as what, and in which order.",
    discussion:
      "Each element is a line, what is in it below: its type, with the standard type behind it if the document calls it otherwise, "
      + "what it says besides its text (Alt, ActualText, E, Lang, attributes), and its text. After the elements comes what pages show that "
      + "is not in any: artifacts, such as page numbers, and content without a tag, which screen readers pass over.",
    synopsis: "FILE [--pages RANGE] [--json]", arguments: [InputFile.argument],
    sections: [
      OptionSection(title: "Options", options: [ReadPages.range.description, PageOption.json.description]),
      InputFile.options,
    ], example: "postil tags report.pdf --pages 1-3")

  private let input: ReadPages

  init(_ arguments: ParsedArguments) throws {
    input = try ReadPages(arguments)
  }

  var files: [NamedFile] { input.files }

  func run(_ context: CommandContext) async throws {
    let (document, pages, numbers) = try input.open(context)
    let structure = try await document.structure(of: pages, from: .tags)
    let listing = TagListing(structure, numbers: numbers)
    if input.printsJSON { context.print(listing.json) } else { context.output.write(listing.text) }
  }
}

/// A structure as it is printed.
private struct TagListing {
  private let structure: DocumentStructure
  /// The numbers of pages, from 1.
  private let numbers: [PageID: Int]

  init(_ structure: DocumentStructure, numbers: [PageID: Int]) {
    (self.structure, self.numbers) = (structure, numbers)
  }

  // MARK: - Text

  var text: String {
    var lines: [String] = []
    if let language = structure.language { lines.append("Language: \(language)") }
    if !structure.isTagged { lines.append("The document has no tags.") }
    if structure.isTagged, !structure.isMarked { lines.append("Not marked as tagged (MarkInfo)") }
    for (page, order) in structure.tabOrders.map({ (numbers[$0] ?? 0, $1) }).sorted(by: { $0.0 < $1.0 }) {
      lines.append("Tab order of page \(page): \(order)")
    }
    structure.forEach { element, depth in
      lines.append(String(repeating: "  ", count: depth) + line(of: element))
      for kid in element.kids {
        let indent = String(repeating: "  ", count: depth + 1)
        switch kid {
        case .element: break
        case .content(let content): lines.append(indent + line(of: content))
        case .annotation(_, let page): lines.append("\(indent)[annotation] (page \(numbers[page] ?? 0))")
        }
      }
    }
    for (title, contents) in [("Artifacts", structure.artifacts), ("Not tagged", structure.untagged)]
    where !contents.isEmpty {
      lines.append("\(title):")
      lines += contents.map { "  " + line(of: $0) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(of element: StructureElement) -> String {
    var parts = [element.type]
    if element.role != element.type { parts.append("(\(element.role))") }
    for (name, value) in [
      ("Title", element.title), ("Alt", element.alternateText), ("ActualText", element.actualText),
      ("E", element.expansion), ("Lang", element.language), ("ID", element.id),
    ] {
      if let value { parts.append("\(name)=\(value.debugDescription)") }
    }
    for (owner, values) in element.attributes.sorted(by: { $0.key < $1.key }) {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        parts.append("\(owner).\(name)=\(value)")
      }
    }
    return parts.joined(separator: " ")
  }

  private func line(of content: StructureContent) -> String {
    var parts: [String] = []
    if let kind = content.artifactKind { parts.append("[\(kind)]") }
    if !content.text.isEmpty { parts.append(content.text.debugDescription) }
    if content.imageCount > 0 { parts.append("[\(content.imageCount) pictures]") }
    if content.text.isEmpty, content.imageCount == 0 {
      parts.append(content.hasGraphics ? "[drawing]" : "[nothing]")
    }
    return parts.joined(separator: " ") + " (page \(numbers[content.page] ?? 0))"
  }

  // MARK: - JSON

  var json: JSONValue {
    .object([
      "isTagged": .bool(structure.isTagged), "isMarked": .bool(structure.isMarked),
      "language": structure.language.map { .text($0) } ?? .null,
      "elements": .list(structure.elements.map(value)),
      "artifacts": .list(structure.artifacts.map(value)), "untagged": .list(structure.untagged.map(value)),
      "tabOrders": .object(
        Dictionary(
          structure.tabOrders.map { ("\(numbers[$0] ?? 0)", JSONValue.text($1)) },
          uniquingKeysWith: { first, _ in first })),
    ])
  }

  private func value(_ element: StructureElement) -> JSONValue {
    var values: [String: JSONValue] = ["type": .text(element.type), "role": .text(element.role)]
    values["kids"] = .list(
      element.kids.map { kid in
        switch kid {
        case .element(let element): value(element)
        case .content(let content): value(content)
        case .annotation(let id, let page):
          .object([
            "annotation": id.map { .text($0.rawValue) } ?? .null, "page": .integer(numbers[page] ?? 0),
          ])
        }
      })
    for (name, text) in [
      ("namespace", element.namespace), ("title", element.title), ("alternateText", element.alternateText),
      ("actualText", element.actualText), ("expansion", element.expansion), ("language", element.language),
      ("id", element.id),
    ] {
      if let text { values[name] = .text(text) }
    }
    if !element.attributes.isEmpty {
      values["attributes"] = .object(
        element.attributes.mapValues { .object($0.mapValues { .text("\($0)") }) })
    }
    return .object(values)
  }

  private func value(_ content: StructureContent) -> JSONValue {
    var values: [String: JSONValue] = [
      "text": .text(content.text), "page": .integer(numbers[content.page] ?? 0),
      "hasGraphics": .bool(content.hasGraphics), "images": .integer(content.imageCount),
    ]
    if let bounds = content.bounds { values["rect"] = JSONValue(bounds) }
    if let kind = content.artifactKind { values["kind"] = .text(kind) }
    return .object(values)
  }
}
