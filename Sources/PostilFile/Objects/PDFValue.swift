public import Foundation

/// A value of a PDF file (ISO 32000-2, 7.3), for reading what Postil has no property for: see
/// ``PDFDocument/rawValue(of:on:)``.
///
/// ```swift
/// if let address = try document.rawValue(of: link.id, on: page.id)?["A"]?["URI"]?.text { print(address) }
/// ```
public indirect enum PDFValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A number that is written with a decimal point.
  case real(Double)
  /// A name, without its slash.
  case name(String)
  /// A string: bytes, which often are text. See ``text``.
  case string(Data)
  /// Values in order.
  case array([PDFValue])
  /// Values by key; the keys are without their slashes.
  case dictionary([String: PDFValue])
  /// The dictionary of a stream, whose bytes are not read.
  case stream([String: PDFValue])
  /// An object of the file by its number, where it was not followed: a page, another annotation, an object that is being
  /// read already, or one that lies too deep.
  case reference(Int)

  /// The value of a key of a dictionary or a stream; `nil` if there is none.
  public subscript(key: String) -> PDFValue? {
    switch self {
    case .dictionary(let entries), .stream(let entries): entries[key]
    default: nil
    }
  }

  /// The value at an index of an array, from 0; `nil` if there is none.
  public subscript(index: Int) -> PDFValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// The number, if it is one of either kind.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  /// The text of a string (PDFDocEncoding, UTF-16 or UTF-8 with a mark, ISO 32000-2, 7.9.2.2), or a name.
  public var text: String? {
    switch self {
    case .string(let bytes): TextString.decode(Array(bytes))
    case .name(let name): name
    default: nil
    }
  }

  /// The values of an array.
  public var array: [PDFValue]? { if case .array(let values) = self { values } else { nil } }
}

extension PDFValue: CustomStringConvertible {
  /// The value as files have it, keys in alphabetical order: `<</A <</S /URI/URI (https://example.org)>>/Subtype /Link>>`.
  public var description: String {
    String(decoding: PDFSerializer.bytes(of: object), as: UTF8.self)
  }

  /// The value with the dictionary alone of streams, which cannot stand inside of others.
  private var object: PDFObject {
    switch self {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .number(value)
    case .name(let name): return .name(PDFName(name))
    case .string(let bytes): return .string(Array(bytes))
    case .array(let values): return .array(values.map(\.object))
    case .reference(let number): return .reference(ObjectID(number: number))
    case .dictionary(let entries), .stream(let entries):
      var result = PDFDictionary()
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) { result[PDFName(key)] = value.object }
      return .dictionary(result)
    }
  }
}
