/// What is wrong with the command line.
package struct UsageError: Error {
  package var message: String

  package init(message: String) { self.message = message }
}

/// The words of a command line: values that stand alone, and options with or without one.
package struct Arguments {
  private var values: [String] = []
  private var options: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Parameter flags: The options that have no value.
  package init(_ words: [String], flags known: Set<String>) throws {
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

  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  package mutating func next(_ what: String) throws -> String {
    guard !values.isEmpty else { throw UsageError(message: "\(what) is missing.") }
    return values.removeFirst()
  }

  package mutating func option(_ name: String) -> String? { options.removeValue(forKey: name) }

  package mutating func required(_ name: String) throws -> String {
    guard let value = option(name) else { throw UsageError(message: "\(name) is missing.") }
    return value
  }

  package mutating func number<Number: LosslessStringConvertible>(
    _ name: String, or standard: Number
  ) throws -> Number {
    guard let text = option(name) else { return standard }
    guard let number = Number(text) else {
      throw UsageError(message: "\(name) takes a number, not '\(text)'.")
    }
    return number
  }

  /// - Throws: ``UsageError`` if something was not used.
  package func finish() throws {
    if let extra = values.first ?? options.keys.sorted().first {
      throw UsageError(message: "'\(extra)' is not understood here.")
    }
  }
}
