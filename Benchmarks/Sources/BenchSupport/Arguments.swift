import Foundation

/// The words of a command line: options with values (`--seed 7`), flags (`--turned`), and the rest.
package struct Arguments {
  package private(set) var rest: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Parameters:
  ///   - options: The options that have a value, without dashes.
  ///   - flags: Those that have none.
  /// - Throws: ``UsageError`` for options that are in neither.
  package init(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()), options: Set<String>,
    flags known: Set<String> = []
  ) throws {
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        rest.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      if known.contains(name) {
        flags.insert(name)
      } else if options.contains(name), let value = words.popFirst() {
        values[name] = value
      } else {
        throw UsageError("\(word) is no option, or lacks its value")
      }
    }
  }

  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  package subscript(_ option: String) -> String? { values[option] }

  /// The value of an option as a number, or as what else can be made of text.
  package func value<Value: LosslessStringConvertible>(_ option: String, _ usual: Value) throws -> Value {
    guard let text = values[option] else { return usual }
    guard let value = Value(text) else { throw UsageError("--\(option) cannot be \(text)") }
    return value
  }

  /// The value of an option as a list, separated by commas.
  package func list<Value: LosslessStringConvertible>(_ option: String, _ usual: [Value]) throws -> [Value] {
    guard let text = values[option] else { return usual }
    return try text.split(separator: ",").map { part in
      guard let value = Value(String(part)) else { throw UsageError("--\(option) cannot be \(text)") }
      return value
    }
  }
}

/// A program was called in a way it does not know.
package struct UsageError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// What a program of this package does around its work.
package enum Program {
  /// Runs a program's work, and ends with status 2 if it was called wrongly, 1 if it failed.
  package static func run(_ name: String, usage: String, _ body: () async throws -> Void) async {
    do {
      try await body()
    } catch {
      let isUsage = error is UsageError
      let hint = isUsage ? "\nusage: \(name) \(usage)" : ""
      FileHandle.standardError.write(Data("\(name): \(error)\(hint)\n".utf8))
      exit(isUsage ? 2 : 1)
    }
  }

  /// Prints a value as a line of JSON, at once.
  package static func print(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    FileHandle.standardOutput.write(try encoder.encode(value) + Data("\n".utf8))
  }
}
