/// A command line after parsing: every value is of its option's type.
struct ParsedArguments: Sendable {
  struct Occurrence: Sendable {
    let name: String
    let value: any Sendable
  }

  var positionals: [String] = []
  /// The options, in the order in which they stand.
  var occurrences: [Occurrence] = []

  /// The value of an option; `nil` if it was not given.
  subscript<Value>(option: Option<Value>) -> Value? { all(option).first }

  /// Whether an option was given.
  func has<Value>(_ option: Option<Value>) -> Bool { self[option] != nil }

  /// The values of an option that may be repeated.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    occurrences.compactMap { $0.name == option.description.name ? $0.value as? Value : nil }
  }

  /// The values of that type, whichever option they belong to, in the order in which they stand.
  func values<Value>(of type: Value.Type) -> [Value] { occurrences.compactMap { $0.value as? Value } }

  /// The value of an option that must be there.
  func require<Value>(_ option: Option<Value>) throws -> Value {
    guard let value = self[option] else { throw UsageError("\(option.description.usage) is missing") }
    return value
  }
}

extension OptionDescription {
  /// The name and what stands for the value.
  var usage: String { name + (value.map { " \($0)" } ?? "") }
}
