import Foundation

/// The keys and values of one object of a script. Unknown keys are errors, so that a
/// typing error is not passed over in silence.
struct Fields {
  /// A key by its name.
  struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral name: String) { stringValue = name }
    init?(intValue: Int) { nil }
  }

  private let values: KeyedDecodingContainer<Name>

  init(_ decoder: any Decoder) throws { values = try decoder.container(keyedBy: Name.self) }

  /// Refuses keys other than these. `what` is what the object describes: "a line".
  func allow(_ names: [String], in what: String) throws {
    guard let unknown = values.allKeys.first(where: { !names.contains($0.stringValue) }) else { return }
    throw error("\(what) has no key '\(unknown.stringValue)'; its keys are \(names.joined(separator: ", "))")
  }

  // MARK: Values

  /// The value of a key that must be there.
  func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
    guard let value: Value = try optional(name) else { throw error("the key '\(name)' is missing") }
    return value
  }

  /// The value of a key that may be missing or `null`.
  func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
    try values.decodeIfPresent(Value.self, forKey: Name(stringValue: name))
  }

  /// A number in a range; `nil` if it is missing.
  func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let number: Double = try optional(name) else { return nil }
    guard range.contains(number) else {
      throw error(
        "a number from \(range.lowerBound.formatted()) to \(range.upperBound.formatted()) is needed", at: name
      )
    }
    return number
  }

  /// A whole number; `nil` if it is missing.
  func integer(_ name: String) throws -> Int? {
    guard let number: Double = try optional(name) else { return nil }
    guard let integer = Int(exactly: number) else { throw error("a whole number is needed", at: name) }
    return integer
  }

  /// A whole number that must be there.
  func requiredInteger(_ name: String) throws -> Int {
    guard let integer = try integer(name) else { throw error("the key '\(name)' is missing") }
    return integer
  }

  /// How far something is turned, in degrees; `nil` if it is missing.
  func rotation(_ name: String) throws -> PageRotation? {
    guard let degrees = try integer(name) else { return nil }
    guard let rotation = PageRotation(degrees: degrees) else {
      throw error("a rotation is a multiple of 90", at: name)
    }
    return rotation
  }

  /// One of the words of an enumeration; `nil` if it is missing.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String, as: Word.Type = Word.self) throws
    -> Word?
  {
    guard let text: String = try optional(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("there is no '\(text)' here; use one of \(words)", at: name)
    }
    return word
  }

  /// A date, as a text of ISO 8601 or in seconds since 1970; `nil` if it is missing.
  func date(_ name: String) throws -> Date? {
    if let seconds = try? optional(name, as: Double.self) { return Date(timeIntervalSince1970: seconds) }
    guard let text: String = try optional(name) else { return nil }
    guard let date = DateText.date(text) else {
      throw error("a date is written like 2026-05-04T12:30:00Z", at: name)
    }
    return date
  }

  /// An error about this object, or about the value of one of its keys.
  func error(_ message: String, at name: String? = nil) -> DecodingError {
    let path = values.codingPath + (name.map { [Name(stringValue: $0)] } ?? [])
    return .dataCorrupted(.init(codingPath: path, debugDescription: message))
  }
}
