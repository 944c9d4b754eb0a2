/// Reads the arguments of a command as its description says.
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
      guard let option = command.options.first(where: { $0.names.contains(name) }) else {
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
    // Whatever follows is the value: coordinates and turns may begin with a minus.
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
    if positionals.count > command.arguments.count {
      throw UsageError("'\(positionals[command.arguments.count])' is one argument too many")
    }
  }
}
