public import Foundation

/// A value of a PDF file (ISO 32000-2, 7.3), for reading what Postil has no property for: see
/// ``PDFDocument/rawValue(of:on:)`` and ``PDFDocument/objects``.
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
  /// The dictionary of a stream, and its bytes as its filters left them; `nil` where they were not read.
  case stream([String: PDFValue], Data?)
  /// An object of the file by its number, where it was not followed: a page, another annotation, an object that is being
  /// read already, or one that lies too deep.
  case reference(Int)
  /// A page of the document, where values go from one file to another.
  case page(PageID)
  /// Another annotation on the same page, where values go from one file to another.
  case annotation(AnnotationID)

  /// The value of a key of a dictionary or a stream; `nil` if there is none.
  public subscript(key: String) -> PDFValue? {
    switch self {
    case .dictionary(let entries), .stream(let entries, _): entries[key]
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
