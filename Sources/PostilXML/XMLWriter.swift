package import Foundation

/// Writes elements as XML. Every character comes back as it was: those that a reader would change, such as carriage
/// returns, are written as references; what XML cannot have at all, such as control characters, is left out.
package struct XMLWriter {
  private var bytes: [UInt8] = []

  /// A document in UTF-8 with an element as its root.
  package static func document(_ root: XMLElement) -> Data {
    var writer = XMLWriter()
    writer.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    writer.write(root, [:])
    writer.write("\n")
    return Data(writer.bytes)
  }

  /// An element alone.
  package static func fragment(_ element: XMLElement) -> String {
    var writer = XMLWriter()
    writer.write(element, [:])
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Whether XML can have every character of a text.
  package static func canHold(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isAllowed) }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }
  private mutating func write(_ text: String) { bytes += text.utf8 }

  /// - Parameter scope: The namespaces by their prefixes, that of no prefix under the empty one.
  private mutating func write(_ element: XMLElement, _ scope: [String: String]) {
    var scope = scope
    var declarations: [(String, String)] = []
    func declare(_ prefix: String, _ namespace: String) {
      guard scope[prefix, default: ""] != namespace, prefix != "xml" else { return }
      scope[prefix] = namespace
      declarations.append((prefix, namespace))
    }
    declare(element.prefix ?? "", element.namespace ?? "")
    for attribute in element.attributes {
      if let prefix = attribute.prefix, let namespace = attribute.namespace { declare(prefix, namespace) }
    }
    let name = Self.name(element.prefix, element.name)
    write("<")
    write(name)
    for (prefix, namespace) in declarations {
      write(prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\"")
      escape(namespace, isAttribute: true)
      write("\"")
    }
    for attribute in element.attributes {
      write(" ")
      write(Self.name(attribute.prefix, attribute.name))
      write("=\"")
      escape(attribute.value, isAttribute: true)
      write("\"")
    }
    guard !element.children.isEmpty else { return write("/>") }
    write(">")
    for child in element.children {
      switch child {
      case .element(let element): write(element, scope)
      case .text(let text): escape(text, isAttribute: false)
      }
    }
    write("</")
    write(name)
    write(">")
  }

  private static func name(_ prefix: String?, _ name: String) -> String {
    guard let prefix, !prefix.isEmpty else { return name }
    return "\(prefix):\(name)"
  }

  private mutating func escape(_ text: String, isAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": write("&amp;")
      case "<": write("&lt;")
      case ">": write("&gt;")
      case "\"": write("&quot;")
      case "\r": write("&#13;")
      case "\n" where isAttribute: write("&#10;")
      case "\t" where isAttribute: write("&#9;")
      default: if Self.isAllowed(scalar) { bytes += UTF8.encode(scalar) ?? UTF8.EncodedScalar() }
      }
    }
  }
}
