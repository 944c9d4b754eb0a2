/// Parses the arguments of a command by its description.
struct CommandLineParser {
  let command: CommandDescription

  /// - Throws: ``UsageError``.
  /// - Returns: `nil` if help is asked for.
  func parse(_ arguments: [String]) throws -> ParsedArguments? {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.positionals += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        parsed.positionals.append(argument)
        continue
      }
      let (name, attached) = split(argument)
      guard let option = command.options.first(where: { ($0.names + $0.aliases).contains(name) })
      else {
        throw UsageError("there is no option \(name)" + suggestion(for: name))
      }
      if option.name == CommandDescription.help.name { return nil }
      guard option.repeats || !parsed.occurrences.contains(where: { $0.name == option.name }) else {
        throw UsageError("\(name) is given twice")
      }
      parsed.occurrences.append(try occurrence(of: option, named: name, attached: attached, rest: &rest))
    }
    try checkCount(parsed.positionals)
    return parsed
  }

  /// `--page=3` as `--page` and `3`.
  private func split(_ argument: String) -> (name: String, value: String?) {
    guard let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
  }

  private func occurrence(
    of option: OptionDescription, named name: String, attached: String?, rest: inout ArraySlice<String>
  ) throws -> ParsedArguments.Occurrence {
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      return .init(name: option.name, value: try option.parse(""))
    }
    // The next argument is the value even if it begins with a minus: coordinates and rotations may.
    guard let text = attached ?? rest.popFirst() else {
      throw UsageError("\(name) \(placeholder): the value is missing")
    }
    do {
      return .init(name: option.name, value: try option.parse(text))
    } catch let error as UsageError {
      throw UsageError("\(name): \(error.message)")
    }
  }

  private func suggestion(for name: String) -> String {
    Suggestion.nearest(to: name, in: command.options.flatMap(\.names)).map { "; did you mean \($0)?" } ?? ""
  }

  private func checkCount(_ positionals: [String]) throws {
    let needed = command.arguments.filter { !$0.isOptional }
    if positionals.count < needed.count { throw UsageError("\(needed[positionals.count].name) is missing") }
    if positionals.count > command.arguments.count, command.arguments.last?.repeats != true {
      throw UsageError("'\(positionals[command.arguments.count])' is one argument too many")
    }
  }
}

/// A parsed command line: values have the types of their options.
struct ParsedArguments: Sendable {
  struct Occurrence: Sendable {
    let name: String
    let value: any Sendable
  }

  var positionals: [String] = []
  /// The options, in the order of the command line.
  var occurrences: [Occurrence] = []

  /// The value of an option; `nil` if it was not given.
  subscript<Value>(option: Option<Value>) -> Value? { all(option).first }

  /// Whether an option was given.
  func has<Value>(_ option: Option<Value>) -> Bool { self[option] != nil }

  /// The values of an option that may be repeated.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    occurrences.compactMap { $0.name == option.description.name ? $0.value as? Value : nil }
  }

  /// The values of a type, of all options, in the order of the command line.
  func values<Value>(of type: Value.Type) -> [Value] { occurrences.compactMap { $0.value as? Value } }

  /// The value of a required option.
  func require<Value>(_ option: Option<Value>) throws -> Value {
    guard let value = self[option] else { throw UsageError("\(option.description.usage) is missing") }
    return value
  }
}

extension OptionDescription {
  /// The name with the placeholder of the value.
  var usage: String { name + (value.map { " \($0)" } ?? "") }
}

/// An error in the command line: exit status 2.
struct UsageError: Error {
  /// What is wrong, as a sentence without a full stop.
  var message: String
  /// The command whose help explains it; `nil` until known.
  var command: String?

  /// - Parameter message: The sentence, with or without a full stop, as those of errors have one.
  init(_ message: String) { self.message = message.hasSuffix(".") ? String(message.dropLast()) : message }
}

/// Suggestions for misspelled words.
enum Suggestion {
  /// The nearest word within an edit distance of 2.
  static func nearest(to word: String, in words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= 2 }
    return ranked.min { $0.distance < $1.distance }?.word
  }

  /// The edit distance: letters changed, added or left out.
  private static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let cost = min(diagonal + (letter == b[j] ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}
