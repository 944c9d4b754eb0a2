package import Foundation
package import PostilModel
import PostilXML

/// The values of form fields in XFDF (ISO 19444-1, 6.3): elements inside each other are the parts of a field's name.
package enum FormXFDF {
  private static let deepest = 100

  /// - Throws: `PDFError` with code `.invalidAnnotations` if that is no XFDF, or XML that is refused. Fields without a name, and those
  ///   nested deeper than a hundred levels, are passed over.
  package static func values(in data: Data) throws -> [String: FormValue] {
    let root = try XMLReader.read(data)
    guard root.isXFDF, root.name == "xfdf" else {
      throw PDFError(
        .invalidAnnotations, "The file is not XFDF: its first element is <\(root.name.prefix(60))>.")
    }
    var values: [String: FormValue] = [:]
    var stack = (root.child("fields")?.elements ?? []).reversed().map { (element: $0, above: "", depth: 0) }
    while let (element, above, depth) = stack.popLast() {
      guard element.isXFDF, element.name == "field", depth < deepest, let own = element["name"] else {
        continue
      }
      let name = above.isEmpty ? own : "\(above).\(own)"
      for inner in element.elements.reversed() where inner.name == "field" {
        stack.append((inner, name, depth + 1))
      }
      var texts = element.elements.filter { $0.isXFDF && $0.name == "value" }.map(\.text)
      if texts.isEmpty, let rich = element.child("value-richtext") { texts = [rich.plainText] }
      if texts.count == 1 { values[name] = .text(texts[0]) }
      if texts.count > 1 { values[name] = .choices(texts) }
    }
    return values
  }

  /// - Parameters:
  ///   - values: By full name.
  ///   - file: The name of the document.
  package static func data(_ values: [String: FormValue], file: String?) -> Data {
    var root = XMLElement.xfdf("xfdf")
    root.attributes = [
      .init("space", "preserve", namespace: "http://www.w3.org/XML/1998/namespace", prefix: "xml")
    ]
    if let file { root.append(.xfdf("f", [.init("href", file)])) }
    var list = XMLElement.xfdf("fields")
    for node in FormNameNode.tree(values).kids { list.append(element(node)) }
    root.append(list)
    return XMLWriter.document(root)
  }

  private static func element(_ node: FormNameNode) -> XMLElement {
    var element = XMLElement.xfdf("field", [.init("name", node.name)])
    for text in node.value?.texts ?? [] { element.append(.xfdf("value", [], [.text(text)])) }
    for kid in node.kids { element.append(self.element(kid)) }
    return element
  }
}

/// The values of form fields in FDF (ISO 32000-2, 12.7.8), as objects.
package enum FormFDF {
  /// What `/Fields` has.
  package static func fields(_ values: [String: FormValue]) -> PDFValue {
    .array(FormNameNode.tree(values).kids.map(dictionary))
  }

  private static func dictionary(_ node: FormNameNode) -> PDFValue {
    func string(_ text: String) -> PDFValue { .string(Data(TextString.encode(text))) }
    var entries: [String: PDFValue] = ["T": string(node.name)]
    switch node.value {
    case .text(let text)?: entries["V"] = node.isButton ? .name(text) : string(text)
    case .checked?: entries["V"] = .name(node.value?.texts.first ?? "Off")
    case .choices(let texts)?: entries["V"] = .array(texts.map(string))
    case nil: break
    }
    if !node.kids.isEmpty { entries["Kids"] = .array(node.kids.map(dictionary)) }
    return .dictionary(entries)
  }
}

/// The parts of fields' names as a tree.
struct FormNameNode {
  var name: String
  var value: FormValue?
  var kids: [FormNameNode] = []
  var isButton: Bool { if case .checked = value { true } else { false } }

  private static let deepest = 64

  static func tree(_ values: [String: FormValue]) -> FormNameNode {
    var root = FormNameNode(name: "")
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      let parts = name.split(separator: ".", maxSplits: deepest, omittingEmptySubsequences: false).map(
        String.init)
      root.insert(parts[...], value)
    }
    return root
  }

  private mutating func insert(_ parts: ArraySlice<String>, _ value: FormValue) {
    guard let first = parts.first else {
      self.value = value
      return
    }
    // Names come in order, so that the last is the one, if there is one.
    if kids.last?.name != first { kids.append(FormNameNode(name: first)) }
    kids[kids.count - 1].insert(parts.dropFirst(), value)
  }
}

extension FormValue {
  /// The value as XFDF has it.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .checked(let isChecked): [isChecked ? "Yes" : "Off"]
    case .choices(let values): values
    }
  }
}
