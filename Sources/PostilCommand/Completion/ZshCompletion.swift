/// Completions for zsh.
enum ZshCompletion {
  static func script(_ commands: [CommandDescription]) -> String {
    let list = commands.map { "    '\($0.name):\(quoted($0.abstract))'" }.joined(separator: "\n")
    let names = commands.map(\.name).joined(separator: " ")
    return """
      #compdef postil
      # Completions of postil for zsh.
      _postil() {
        local -a commands
        commands=(
      \(list)
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local command="${words[2]}"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(commands.map { arguments(of: $0, names) }.joined(separator: "\n"))
        esac
      }
      _postil "$@"

      """
  }

  private static func arguments(of command: CommandDescription, _ names: String) -> String {
    let options = command.options.flatMap { option in option.names.map { specification(option, name: $0) } }
    let places = command.arguments.enumerated().map { index, argument in
      let colon = argument.isOptional ? "::" : ":"
      return "'\(index + 1)\(colon)\(quoted(argument.name)):\(action(argument.completion, names))'"
    }
    let lines = (options + places).map { "      \($0)" }.joined(separator: " \\\n")
    return "    \(command.name)) _arguments \\\n\(lines) ;;"
  }

  private static func specification(_ option: OptionDescription, name: String) -> String {
    let value = option.value.map { ":\(quoted($0)):\(action(option.completion, ""))" } ?? ""
    return "'\(option.repeats ? "*" : "")\(name)[\(quoted(option.help))]\(value)'"
  }

  private static func action(_ completion: ValueCompletion, _ names: String) -> String {
    switch completion {
    case .nothing: " "
    case .files: "_files"
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .commands: "(\(names))"
    }
  }

  /// Text within a specification in single quotes.
  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
