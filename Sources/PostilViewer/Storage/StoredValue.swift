import Foundation

/// A value of JSON of which nothing is lost, whoever wrote it.
enum StoredValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// Whole numbers above those.
  case large(UInt64)
  case number(Double)
  case text(String)
  case list([StoredValue])
  case object([String: StoredValue])

  /// The value of a key; `nil` if this is no object or has no such key. Setting it makes this an object.
  subscript(key: String) -> StoredValue? {
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
  mutating func merge(_ other: StoredValue) {
    guard case .object(let theirs) = other, case .object(var own) = self else {
      self = other
      return
    }
    for (key, value) in theirs { own[key, default: .null].merge(value) }
    self = .object(own)
  }
}

extension StoredValue: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let large = try? value.decode(UInt64.self) {
      self = .large(large)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([StoredValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: StoredValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .large(let large): try value.encode(large)
    case .number(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let values): try value.encode(values)
    }
  }
}

// MARK: - Values of Swift

extension StoredValue {
  /// A value of Swift as JSON.
  init(_ value: some Encodable) throws {
    self = try JSONDecoder().decode(StoredValue.self, from: JSONEncoder().encode(value))
  }

  /// The value as one of Swift; `nil` if it is not of that form.
  func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }
}

// MARK: - Bytes

extension StoredValue {
  /// Objects and lists inside each other: deeper text is none of ours, and takes very long to read.
  private static let deepest = 64

  /// Reads JSON; `nil` if it is none, or nested too deep.
  init?(json data: Data) {
    guard Self.depth(of: data) <= Self.deepest,
      let value = try? JSONDecoder().decode(StoredValue.self, from: data)
    else { return nil }
    self = value
  }

  /// The value as JSON that people can read and edit.
  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  private static func depth(of data: Data) -> Int {
    var (depth, greatest) = (0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in data {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      greatest = max(greatest, depth)
    }
    return greatest
  }
}
