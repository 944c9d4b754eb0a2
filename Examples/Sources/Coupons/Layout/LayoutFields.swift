/// The keys of an object in a layout. Keys that are not known are errors, so that a typing error is not passed over.
struct LayoutFields {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let values: KeyedDecodingContainer<Name>

  /// - Parameter known: The keys that there may be; `nil` for any.
  init(_ decoder: any Decoder, _ known: [String]? = nil) throws {
    values = try decoder.container(keyedBy: Name.self)
    if let known, let other = values.allKeys.first(where: { !known.contains($0.stringValue) }) {
      throw error("there is no key '\(other.stringValue)' here, but \(known.joined(separator: ", "))")
    }
  }

  func value<Value: Decodable>(_ name: String) throws -> Value {
    guard let value: Value = try optional(name) else { throw error("the key '\(name)' is missing") }
    return value
  }

  func optional<Value: Decodable>(_ name: String) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: Name(stringValue: name))
  }

  /// What is wrong with a value, or with the object.
  func error(_ what: String, at name: String? = nil) -> DecodingError {
    let path = values.codingPath + (name.map { [Name(stringValue: $0)] } ?? [])
    return .dataCorrupted(.init(codingPath: path, debugDescription: what))
  }
}

extension DecodingError {
  /// The place in the file and what is wrong there: `items[2].rect: four numbers are needed.`
  var sentence: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    guard let context else { return localizedDescription }
    let path = context.codingPath.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index + 1)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    let what = context.debugDescription
    return (path.isEmpty ? "" : "\(path): ") + what + (what.hasSuffix(".") ? "" : ".")
  }
}
