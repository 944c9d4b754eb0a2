/// An element of an XML document, with all that is in it.
package struct XMLElement: Sendable, Hashable {
  /// The name without its prefix.
  package var name: String
  /// The namespace; `nil` for none.
  package var namespace: String?
  /// The prefix that the namespace had, and gets again where it is written; `nil` for the default one.
  package var prefix: String?
  package var attributes: [Attribute]
  package var children: [Child]
  /// The line that its start tag ends on, from 1; 0 for one that was read from no file.
  package var line = 0

  package struct Attribute: Sendable, Hashable {
    package var name: String
    package var namespace: String?
    package var prefix: String?
    package var value: String

    package init(_ name: String, _ value: String, namespace: String? = nil, prefix: String? = nil) {
      (self.name, self.value, self.namespace, self.prefix) = (name, value, namespace, prefix)
    }
  }

  package indirect enum Child: Sendable, Hashable {
    case element(XMLElement)
    case text(String)
  }

  package init(
    _ name: String, namespace: String? = nil, prefix: String? = nil, _ attributes: [Attribute] = [],
    _ children: [Child] = []
  ) {
    (self.name, self.namespace, self.prefix) = (name, namespace, prefix)
    (self.attributes, self.children) = (attributes, children)
  }

  /// The elements in it, without the text between them.
  package var elements: [XMLElement] {
    children.compactMap { child in if case .element(let element) = child { element } else { nil } }
  }

  /// All text in it, also that of elements in it.
  package var text: String {
    children.reduce(into: "") { text, child in
      switch child {
      case .text(let own): text += own
      case .element(let element): text += element.text
      }
    }
  }

  /// The value of an attribute without a namespace.
  package subscript(name: String) -> String? {
    get { attributes.first { $0.name == name && $0.namespace == nil }?.value }
    set {
      let index = attributes.firstIndex { $0.name == name && $0.namespace == nil }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append(Attribute(name, value))
      case (nil, nil): break
      }
    }
  }

  package mutating func append(_ element: XMLElement) { children.append(.element(element)) }
}
