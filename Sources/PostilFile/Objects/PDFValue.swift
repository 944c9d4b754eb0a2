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

/// Makes values of objects, and follows references as far as they belong to what is read.
struct PDFValueReader {
  let graph: ObjectGraph
  private var path: Set<ObjectID> = []
  /// How many values may still be made: shared objects may make a small file endless.
  private var budget = 10_000

  private static let maximumDepth = 12

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// The value of a dictionary, whose references are followed.
  mutating func value(_ dictionary: PDFDictionary) -> PDFValue { .dictionary(entries(dictionary, depth: 0)) }

  private mutating func entries(_ dictionary: PDFDictionary, depth: Int) -> [String: PDFValue] {
    var result: [String: PDFValue] = [:]
    for entry in dictionary.entries { result[entry.key.description] = value(entry.value, depth: depth + 1) }
    return result
  }

  private mutating func value(_ object: PDFObject, depth: Int) -> PDFValue {
    budget -= 1
    guard budget > 0, depth < Self.maximumDepth else {
      return object.reference.map { .reference($0.number) } ?? .null
    }
    switch object {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .real: return .real(object.number ?? 0)
    case .string(let bytes): return .string(Data(bytes))
    case .name(let name): return .name(name.description)
    case .array(let items): return .array(items.map { value($0, depth: depth + 1) })
    case .dictionary(let dictionary): return .dictionary(entries(dictionary, depth: depth))
    // What it draws with is not followed: fonts and images.
    case .stream(let dictionary, _): return .stream(entries(dictionary, depth: Self.maximumDepth - 2))
    case .reference(let id): return followed(id, depth: depth)
    }
  }

  private mutating func followed(_ id: ObjectID, depth: Int) -> PDFValue {
    let target = graph.object(id)
    guard depth + 1 < Self.maximumDepth, !Self.standsForItself(target), path.insert(id).inserted else {
      return .reference(id.number)
    }
    defer { path.remove(id) }
    return value(target, depth: depth + 1)
  }

  /// Whether an object is more than a part of the one that names it: a page, a node of the page tree, an annotation.
  private static func standsForItself(_ object: PDFObject) -> Bool {
    guard case .dictionary(let dictionary) = object else { return false }
    let type = dictionary["Type"]?.name
    if type == "Page" || type == "Pages" || type == "Catalog" { return true }
    return dictionary["Subtype"] != nil && dictionary["Rect"] != nil
  }
}
