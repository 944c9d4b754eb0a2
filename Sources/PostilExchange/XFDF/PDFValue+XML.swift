import Foundation
import PostilModel
import PostilXML

/// Values as Acrobat writes them into `appearance` elements: `DICT`, `ARRAY`, `STREAM`, `NAME`, `INT`, `FIXED`, `BOOL`, each
/// with its key. `STRING`, `NULL`, `PAGE` and `ANNOTATION` are Postil's.
extension PDFValue {
  /// - Parameters:
  ///   - key: The key in a dictionary.
  ///   - space: The namespace and prefix of the elements.
  func xml(key: String? = nil, in space: (namespace: String, prefix: String)? = nil, isInArray: Bool = false)
    -> XMLElement
  {
    func element(_ name: String, _ value: String? = nil) -> XMLElement {
      var result = XMLElement(name, namespace: space?.namespace, prefix: space?.prefix)
      if let key { result["KEY"] = key }
      if let value { result["VAL"] = value }
      return result
    }
    switch self {
    case .null, .reference: return element("NULL")
    case .boolean(let value): return element("BOOL", value ? "true" : "false")
    // Readers expect this kind alone in arrays.
    case .integer(let value): return element(isInArray ? "FIXED" : "INT", String(value))
    case .real(let value): return element("FIXED", XFDFNumber.text(value))
    case .name(let name): return element("NAME", name)
    case .page(let page): return element("PAGE", String(page.number))
    case .annotation(let id): return element("ANNOTATION", id.rawValue)
    case .string(let bytes):
      let text = TextString.decode(Array(bytes))
      if TextString.encode(text) == Array(bytes), XMLWriter.canHold(text) { return element("STRING", text) }
      var result = element("STRING", bytes.hexadecimal)
      result["ENCODING"] = "HEX"
      return result
    case .array(let values):
      var result = element("ARRAY")
      for value in values { result.append(value.xml(in: space, isInArray: true)) }
      return result
    case .dictionary(let entries):
      var result = element("DICT")
      result.append(entries, in: space)
      return result
    case .stream(let entries, let data):
      var result = element("STREAM")
      result.append(entries, in: space)
      if let data {
        let isFiltered = entries["Filter"] != nil
        result.append(
          XMLElement(
            "DATA", namespace: space?.namespace, prefix: space?.prefix,
            [.init("MODE", isFiltered ? "FILTERED" : "RAW"), .init("ENCODING", "HEX")],
            [.text(data.hexadecimal)]))
      }
      return result
    }
  }

  /// Reads a value; `nil` if the element is none.
  init?(xml element: XMLElement) {
    let value = element["VAL"]
    switch element.name {
    case "NULL": self = .null
    case "BOOL": self = .boolean(value?.lowercased() == "true" || value == "1")
    case "INT", "FIXED":
      guard let number = value.flatMap(XFDFNumber.value) else { return nil }
      self = number
    case "NAME": self = .name(value ?? "")
    case "PAGE":
      guard let number = value.flatMap({ Int($0) }) else { return nil }
      self = .page(PageID(number: number))
    case "ANNOTATION": self = .annotation(AnnotationID(value ?? ""))
    case "STRING":
      let text = value ?? element.text
      if element["ENCODING"]?.uppercased() == "HEX" {
        guard let bytes = Data(hexadecimal: text) else { return nil }
        self = .string(bytes)
      } else {
        self = .string(Data(TextString.encode(text)))
      }
    case "ARRAY": self = .array(element.elements.compactMap { PDFValue(xml: $0) })
    case "DICT": self = .dictionary(element.pdfEntries)
    case "STREAM": self = element.pdfStream
    default: return nil
    }
  }
}

extension XMLElement {
  /// The entries that stand in the element.
  var pdfEntries: [String: PDFValue] {
    elements.reduce(into: [:]) { entries, element in
      guard let key = element["KEY"], let value = PDFValue(xml: element) else { return }
      entries[key] = value
    }
  }

  fileprivate mutating func append(
    _ entries: [String: PDFValue], in space: (namespace: String, prefix: String)?
  ) {
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      append(value.xml(key: key, in: space))
    }
  }

  fileprivate var pdfStream: PDFValue {
    var entries = pdfEntries
    guard let element = elements.first(where: { $0.name == "DATA" }) else { return .stream(entries, nil) }
    let text = element.text
    let isText = element["ENCODING"]?.uppercased() == "ASCII"
    let data = isText ? Data(text.utf8) : Data(hexadecimal: text) ?? Data()
    // What filters would be undone has none any more.
    if element["MODE"]?.uppercased() == "RAW" { for key in ["Filter", "DecodeParms"] { entries[key] = nil } }
    entries["Length"] = .integer(data.count)
    return .stream(entries, data)
  }
}

/// Numbers as XFDF has them.
enum XFDFNumber {
  /// The shortest digits that are the same number, without an exponent.
  static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    let text = "\(value)"
    guard text.contains("e") else { return text }
    // Far too small to be seen, or too large for a page.
    guard abs(value) < 1e15 else { return value < 0 ? "-1000000000000000" : "1000000000000000" }
    let digits = String(format: "%.12f", value)
    return digits.contains(".")
      ? String(digits.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed()) : digits
  }

  static func text(_ value: PDFValue) -> String? { value.number.map(text) }

  /// The number of a text; `nil` if it is none, or not finite.
  static func value(_ text: String) -> PDFValue? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    if let integer = Int(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { return nil }
    return .real(number)
  }

  /// Numbers with commas, semicolons or spaces between them; `nil` if one is none.
  static func list(_ text: String) -> [PDFValue]? {
    let parts = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }
    let values = parts.compactMap { value(String($0)) }
    return values.count == parts.count ? values : nil
  }

  static func text(_ values: [PDFValue], separator: String = ",") -> String? {
    let texts = values.compactMap(text)
    return texts.count == values.count ? texts.joined(separator: separator) : nil
  }
}
