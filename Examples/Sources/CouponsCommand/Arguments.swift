/// What is wrong with the command line.
struct UsageError: Error {
  var message: String
}

/// The words of a command line: values that stand alone, and options with or without one.
struct Arguments {
  private var values: [String] = []
  private var options: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Parameter flags: The options that have no value.
  init(_ words: [String], flags known: Set<String>) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if known.contains(word) {
        flags.insert(word)
      } else if word.hasPrefix("-"), word != "-" {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(word) needs a value.") }
        options[word] = value
      } else {
        values.append(word)
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  mutating func next(_ what: String) throws -> String {
    guard !values.isEmpty else { throw UsageError(message: "\(what) is missing.") }
    return values.removeFirst()
  }

  mutating func option(_ name: String) -> String? { options.removeValue(forKey: name) }

  mutating func required(_ name: String) throws -> String {
    guard let value = option(name) else { throw UsageError(message: "\(name) is missing.") }
    return value
  }

  mutating func number<Number: LosslessStringConvertible>(_ name: String, or standard: Number) throws
    -> Number
  {
    guard let text = option(name) else { return standard }
    guard let number = Number(text) else {
      throw UsageError(message: "\(name) takes a number, not '\(text)'.")
    }
    return number
  }

  /// - Throws: ``UsageError`` if something was not used.
  func finish() throws {
    if let extra = values.first ?? options.keys.sorted().first {
      throw UsageError(message: "'\(extra)' is not understood here.")
    }
  }
}
