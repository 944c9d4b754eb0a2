package import Foundation
import PostilModel
import PostilXMLBridge

/// Reads XML through the SAX interface of libxml2, which makes no tree of its own: limits are kept while reading.
///
/// A document type declaration is refused at its first word: so there are no entities but the five of XML itself, nothing
/// is expanded, and no other file is opened.
package enum XMLReader {
  /// What is refused before it takes too much memory, time or stack.
  package struct Limits: Sendable {
    /// Bytes of the document.
    package var bytes = 256 << 20
    /// Elements inside each other.
    package var depth = 128
    /// Elements and attributes: a manual of 1,300 pages with all of its links has half of that.
    package var nodes = 2_000_000
    /// Attributes of one element, and namespaces that one element may name: libxml2 compares each with each.
    package var attributes = 256
    package init() {}
  }

  /// The root element.
  ///
  /// - Throws: `PDFError` with code `.invalidAnnotations`, which says the line.
  package static func read(_ data: Data, limits: Limits = Limits()) throws -> XMLElement {
    guard data.count <= limits.bytes else {
      throw PDFError(
        .invalidAnnotations,
        "The XML file is larger than \(limits.bytes >> 20) MB: import its annotations in several files.")
    }
    let text = try XMLText(data, mostAttributes: limits.attributes).utf8
    guard !text.isEmpty, let count = Int32(exactly: text.count) else {
      throw PDFError(.invalidAnnotations, "The file is empty.")
    }
    let builder = TreeBuilder(limits)
    var handler = handler
    let outcome = withExtendedLifetime(builder) {
      text.withUnsafeBytes { bytes -> xml_bridge_outcome? in
        guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return nil }
        return xml_bridge_read(start, count, &handler, Unmanaged.passUnretained(builder).toOpaque())
      }
    }
    switch outcome?.result {
    case xml_bridge_done: if let root = builder.root { return root }
    case xml_bridge_stopped: if let refusal = builder.refusal { throw refused(refusal, outcome) }
    case xml_bridge_declaration:
      throw refused(
        "it has a document type declaration, which could define entities; remove it", outcome)
    default: break
    }
    let what = outcome.flatMap(\.firstLine) ?? "there is no element in it"
    throw PDFError(.invalidAnnotations, "The file is not XML: line \(outcome?.line ?? 0): \(what).")
  }

  private static func refused(_ what: String, _ outcome: xml_bridge_outcome?) -> PDFError {
    PDFError(.invalidAnnotations, "The XML file is refused: line \(outcome?.line ?? 0): \(what).")
  }

  private static let handler = xml_bridge_handler(
    start: { context, name, prefix, uri, namespaces, attributes, count, line in
      let values = UnsafeBufferPointer(start: attributes, count: Int(count))
      let isTaken = TreeBuilder.of(context).start(
        XMLElement(
          String(cString: name), namespace: uri.map { String(cString: $0) },
          prefix: prefix.map { String(cString: $0) }, values.map(XMLElement.Attribute.init)),
        line: Int(line), namespaces: Int(namespaces))
      return isTaken ? 0 : 1
    },
    end: { TreeBuilder.of($0).end() },
    text: { context, text, length in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
      TreeBuilder.of(context).add(bytes)
    })
}

extension xml_bridge_outcome {
  /// The first line of what libxml2 said.
  fileprivate var firstLine: String? {
    let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}

extension XMLElement.Attribute {
  fileprivate init(_ attribute: xml_bridge_attribute) {
    let bytes = UnsafeRawBufferPointer(start: attribute.value, count: attribute.length)
    self.init(
      String(cString: attribute.name), String(decoding: bytes, as: UTF8.self),
      namespace: attribute.uri.map { String(cString: $0) },
      prefix: attribute.prefix.map { String(cString: $0) })
  }
}

/// Makes elements of what the parser reports.
private final class TreeBuilder {
  private let limits: XMLReader.Limits
  private var open: [XMLElement] = []
  private var text: [UInt8] = []
  /// How many namespaces are declared at each open element.
  private var namespaceCounts: [Int] = []
  private var nodeCount = 0
  private(set) var root: XMLElement?
  private(set) var refusal: String?

  init(_ limits: XMLReader.Limits) { self.limits = limits }

  static func of(_ pointer: UnsafeMutableRawPointer) -> TreeBuilder {
    Unmanaged<TreeBuilder>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns whether reading goes on.
  func start(_ element: XMLElement, line: Int, namespaces: Int) -> Bool {
    nodeCount += 1 + element.attributes.count
    namespaceCounts.append((namespaceCounts.last ?? 0) + namespaces)
    if open.count >= limits.depth { refusal = "elements are nested too deep" }
    if nodeCount > limits.nodes { refusal = "it has too many elements" }
    if namespaceCounts.last ?? 0 > limits.attributes { refusal = "it has too many namespaces" }
    guard refusal == nil else { return false }
    closeText()
    open.append(element)
    open[open.count - 1].line = line
    return true
  }

  func end() {
    closeText()
    namespaceCounts.removeLast()
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(.element(element)) }
  }

  func add(_ characters: UnsafeRawBufferPointer) { text += characters }

  private func closeText() {
    guard !text.isEmpty else { return }
    if !open.isEmpty {
      open[open.count - 1].children.append(.text(String(decoding: text, as: UTF8.self)))
    }
    text = []
  }
}
