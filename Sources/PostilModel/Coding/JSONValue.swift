import Foundation

/// A value of JSON.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Whole numbers above those.
  case large(UInt64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The value of a key; `nil` if this is no object or has no such key. Setting it makes this an object.
  package subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let values) = self else { return nil }
      return values[key]
    }
    set {
      guard case .object(var values) = self else {
        self = .object(newValue.map { [key: $0] } ?? [:])
        return
      }
      values[key] = newValue
      self = .object(values)
    }
  }

  /// Lays another value over this one: of objects key by key, so that keys which the other lacks stay.
  package mutating func merge(_ other: JSONValue) {
    guard case .object(let theirs) = other, case .object(var own) = self else {
      self = other
      return
    }
    for (key, value) in theirs { own[key, default: .null].merge(value) }
    self = .object(own)
  }
}

// MARK: - Reading and writing

extension JSONValue {
  /// Reads JSON in UTF-8; `nil` if it is none, or nested too deep.
  package init?(json data: Data) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
    guard let value = try? JSONReader.read(text) else { return nil }
    self = value
  }

  /// The value as JSON with sorted keys: on one line, or indented for people to read and edit, with an end of line.
  package func json(isIndented: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// A value of Swift as JSON.
  package init(encoding value: some Encodable) throws {
    self = try JSONReader.read(Array(JSONEncoder().encode(value)))
  }

  /// The value as one of Swift; `nil` if it is not of that form.
  package func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .large(let large): try container.encode(large)
    // JSON has no word for what is not finite.
    case .number(let number):
      if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let values): try container.encode(values)
    }
  }
}
