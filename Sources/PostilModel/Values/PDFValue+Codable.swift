import Foundation

/// As JSON, in the notation of qpdf's (version 2) where that has one:
///
/// | Value | JSON |
/// |---|---|
/// | null, booleans, numbers, arrays | as in JSON |
/// | a name | `"/Name"` |
/// | a string that is text as Postil writes it: ASCII where that does, else UTF-16 | `"u:Text"` |
/// | another string, also text in another encoding | `"b:48656C6C6F"`, its bytes in hexadecimal |
/// | a dictionary | `{"/Key": …}` |
/// | a stream | `{"stream": {"dict": {"/Key": …}, "data": "…"}}`, its bytes, as filters left them, in base64 |
/// | a page | `{"page": 3}` |
/// | another annotation | `{"annotation": "name"}` |
/// | a reference | `"12 0 R"` |
///
/// A ``real(_:)`` that is whole is read again as an ``integer(_:)``.
extension PDFValue: Codable {
  private struct Stream: Codable {
    var dict: PDFValue
    var data: Data?
  }

  /// Reads a value.
  public init(from decoder: any Decoder) throws {
    if let fields = try? decoder.container(keyedBy: Fields.Name.self) {
      self = try Self.keyed(fields)
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [PDFValue] = []
      while !list.isAtEnd { values.append(try list.decode(PDFValue.self)) }
      self = .array(values)
    } else {
      self = try Self.single(try decoder.singleValueContainer())
    }
  }

  private static func keyed(_ fields: KeyedDecodingContainer<Fields.Name>) throws -> PDFValue {
    let keys = fields.allKeys
    if keys.count == 1, let key = keys.first, !key.stringValue.hasPrefix("/") {
      switch key.stringValue {
      case "page": return .page(try fields.decode(PageID.self, forKey: key))
      case "annotation": return .annotation(try fields.decode(AnnotationID.self, forKey: key))
      case "stream":
        let stream = try fields.decode(Stream.self, forKey: key)
        guard case .dictionary(let entries) = stream.dict else { break }
        return .stream(entries, stream.data)
      default: break
      }
    }
    var entries: [String: PDFValue] = [:]
    for key in keys {
      guard key.stringValue.hasPrefix("/") else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "the key of a dictionary begins with a slash")
      }
      entries[String(key.stringValue.dropFirst())] = try fields.decode(PDFValue.self, forKey: key)
    }
    return .dictionary(entries)
  }

  private static let referenceEnd = " 0 R"

  private static func single(_ value: any SingleValueDecodingContainer) throws -> PDFValue {
    if value.decodeNil() { return .null }
    if let boolean = try? value.decode(Bool.self) { return .boolean(boolean) }
    if let integer = try? value.decode(Int.self) { return .integer(integer) }
    if let number = try? value.decode(Double.self) { return .real(number) }
    let text = try value.decode(String.self)
    if text.hasPrefix("/") { return .name(String(text.dropFirst())) }
    if text.hasPrefix("u:") { return .string(Data(TextString.encode(String(text.dropFirst(2))))) }
    if text.hasPrefix("b:"), let bytes = Data(hexadecimal: text.dropFirst(2)) { return .string(bytes) }
    if text.hasSuffix(referenceEnd), let number = Int(text.dropLast(referenceEnd.count)), number > 0 {
      return .reference(number)
    }
    throw DecodingError.dataCorruptedError(
      in: value,
      debugDescription:
        "a name begins with '/', a string with 'u:' (text) or 'b:' (hexadecimal), a reference is like '12 0 R'"
    )
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .dictionary(let entries):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      for (key, value) in entries { try fields.encode(value, forKey: Fields.Name(stringValue: "/" + key)) }
    case .stream(let entries, let data):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(Stream(dict: .dictionary(entries), data: data), forKey: "stream")
    case .page(let page):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(page, forKey: "page")
    case .annotation(let id):
      var fields = encoder.container(keyedBy: Fields.Name.self)
      try fields.encode(id, forKey: "annotation")
    default: try encode(to: encoder.singleValueContainer())
    }
  }

  private func encode(to container: consuming any SingleValueEncodingContainer) throws {
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .name(let name): try container.encode("/" + name)
    case .reference(let number): try container.encode("\(number)" + Self.referenceEnd)
    case .array(let values): try container.encode(values)
    case .string(let bytes):
      let text = TextString.decode(Array(bytes))
      let isText = TextString.encode(text) == Array(bytes)
      try container.encode(isText ? "u:" + text : "b:" + bytes.hexadecimal)
    default: try container.encodeNil()
    }
  }
}

extension Data {
  /// The bytes in hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(count * 2)
    for byte in self { result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes that hexadecimal digits say, white space between them left out; `nil` if they say none.
  package init?(hexadecimal digits: some StringProtocol) {
    var bytes = Data()
    bytes.reserveCapacity(digits.utf8.count / 2)
    var high: UInt8?
    for digit in digits.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x37
      case 0x61...0x66: value = digit - 0x57
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    guard high == nil else { return nil }
    self = bytes
  }
}
