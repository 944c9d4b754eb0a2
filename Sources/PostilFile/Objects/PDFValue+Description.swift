public import PostilModel

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
    case .page(let page): return .name(PDFName("\(page)"))
    case .annotation(let id): return .string(TextString.encode(id.rawValue))
    case .dictionary(let entries), .stream(let entries, _):
      var result = PDFDictionary()
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) { result[PDFName(key)] = value.object }
      return .dictionary(result)
    }
  }
}
