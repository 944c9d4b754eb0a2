/// An option whose value has a type.
struct Option<Value: Sendable>: Sendable {
  let description: OptionDescription

  /// An option with a value.
  init(
    _ name: String, short: String? = nil, aliases: [String] = [], _ value: String,
    completion: ValueCompletion = .nothing, repeats: Bool = false, help: String,
    parse: @escaping @Sendable (String) throws -> Value
  ) {
    description = OptionDescription(
      name: name, short: short, value: value, aliases: aliases, completion: completion, repeats: repeats,
      help: help, parse: parse)
  }

  /// A flag; `meaning` is its value.
  init(flag name: String, short: String? = nil, means meaning: Value, repeats: Bool = false, help: String) {
    description = OptionDescription(
      name: name, short: short, value: nil, completion: .nothing, repeats: repeats, help: help,
      parse: { _ in meaning })
  }
}

extension Option where Value == Bool {
  init(flag name: String, short: String? = nil, help: String) {
    self.init(flag: name, short: short, means: true, help: help)
  }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
  /// An option whose value is one of the words of an enumeration.
  init(_ name: String, help: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(name, words.joined(separator: "|"), completion: .choices(words), help: help) { text in
      guard let value = Value(rawValue: text) else {
        throw UsageError("'\(text)' is not one of \(words.joined(separator: ", "))")
      }
      return value
    }
  }
}
