import Foundation
import PostilModel
import PostilXML

extension XMPPacket {
  /// What is wrong with the properties for a part of PDF/A, in words: each belongs to a schema that the standard knows, or that the
  /// packet describes, and has a value as that wants (ISO 19005-1, 6.7.9; ISO 19005-2, 6.6.2.3.1).
  func wrongProperties(part: Int) -> [String] {
    let schemas = XMPSchemas(part: part)
    let described = describedProperties
    var wrong: [String] = []
    func look(_ name: String, _ namespace: String?, _ prefix: String?, _ form: Form?) {
      guard let namespace, namespace != Self.rdf, namespace != Self.xml, namespace != Self.extensions,
        !described.contains([namespace, name])
      else { return }
      let shown = prefix.map { "\($0):\(name)" } ?? name
      guard let property = schemas[namespace, name] else {
        return wrong.append("No schema has '\(shown)'.")
      }
      if let form, !form.isRight(for: property) {
        wrong.append("'\(shown)' is not of type \(property.description).")
      }
    }
    for description in descriptions {
      for one in description.attributes { look(one.name, one.namespace, one.prefix, .text(one.value)) }
      for one in description.elements { look(one.name, one.namespace, one.prefix, Form(one)) }
    }
    return wrong
  }

  /// The namespaces and names of properties that the packet describes itself (ISO 19005-2, 6.6.2.3.2).
  private var describedProperties: Set<[String]> {
    var found: Set<[String]> = []
    let containers = descriptions.flatMap(\.elements).filter { $0.namespace == Self.extensions }
    for schema in containers.flatMap(\.entries) {
      let fields = schema.fields
      // Of attributes too.
      let namespace =
        fields.first { $0.name == "namespaceURI" }?.text
        ?? schema.attributes.first { $0.name == "namespaceURI" }?.value
      guard let namespace = namespace?.trimmingCharacters(in: .whitespacesAndNewlines) else { continue }
      for property in fields.filter({ $0.name == "property" }).flatMap(\.entries) {
        let name =
          property.fields.first { $0.name == "name" }?.text
          ?? property.attributes.first { $0.name == "name" && $0.namespace != nil }?.value
        if let name { found.insert([namespace, name.trimmingCharacters(in: .whitespacesAndNewlines)]) }
      }
    }
    return found
  }

  /// How a value is written.
  private enum Form {
    case text(String)
    case list(String, [XMLElement])
    case structure

    /// `nil` for what is not known here.
    init?(_ element: XMLElement) {
      func attribute(_ name: String) -> String? {
        element.attributes.first { $0.name == name && $0.namespace == XMPPacket.rdf }?.value
      }
      let kind = attribute("parseType")
      guard kind == nil || kind == "Resource" else { return nil }
      if let value = attribute("value") ?? attribute("resource") {
        self = .text(value)
      } else if let list = element.elements.first(where: {
        $0.isRDF("Bag") || $0.isRDF("Seq") || $0.isRDF("Alt")
      }) {
        self = .list(list.name, element.entries)
      } else if let value = element.fields.first(where: { $0.isRDF("value") }) {
        self.init(value)
      } else if kind != nil || !element.elements.isEmpty
        || element.attributes.contains(where: {
          $0.namespace != XMPPacket.rdf && $0.namespace != XMPPacket.xml
        })
      {
        self = .structure
      } else {
        self = .text(element.text)
      }
    }

    func isRight(for property: XMPSchemas.Property) -> Bool {
      switch (self, property.list) {
      case (.text(let text), nil): property.value.isRight(text)
      case (.structure, nil): property.value == .structure
      case (.list(let name, let entries), let list?):
        name == list
          && entries.allSatisfy {
            Form($0)?.isRight(for: XMPSchemas.Property(list: nil, value: property.value)) ?? true
          }
      default: false
      }
    }
  }
}

extension XMLElement {
  /// What a structure is made of.
  fileprivate var fields: [XMLElement] {
    elements.first { $0.isRDF("Description") }?.elements ?? elements
  }
}
