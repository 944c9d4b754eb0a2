/// Completions for bash.
enum BashCompletion {
  static func script(_ commands: [CommandDescription]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    return """
      # Completions of postil for bash.
      _postil() {
        local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
        local command="${COMP_WORDS[1]}" choices="" others="" files=""
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(names) --help --version" -- "$word"))
          return
        fi
        case "$command:$before" in
      \(commands.flatMap(valueCases).joined(separator: "\n"))
          *)
            case "$command" in
      \(commands.map { commandCase($0, names) }.joined(separator: "\n"))
            esac
            if [ "${word:0:1}" != "-" ]; then choices="$others"; else files=""; fi
            ;;
        esac
        if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$word")); fi
        if [ -n "$files" ]; then COMPREPLY=($(compgen -f -- "$word")); fi
      }
      complete -o filenames -F _postil postil

      """
  }

  /// What follows the options of a command that have a value.
  private static func valueCases(_ command: CommandDescription) -> [String] {
    command.options.filter { $0.value != nil }.map { option in
      let pattern = option.names.map { "\(command.name):\($0)" }.joined(separator: "|")
      switch option.completion {
      case .files: return "    \(pattern)) files=yes ;;"
      case .choices(let words): return "    \(pattern)) choices=\"\(words.joined(separator: " "))\" ;;"
      case .nothing, .commands: return "    \(pattern)) ;;"
      }
    }
  }

  private static func commandCase(_ command: CommandDescription, _ names: String) -> String {
    let options = command.options.flatMap(\.names).joined(separator: " ")
    var line = "        \(command.name)) choices=\"\(options)\""
    for argument in command.arguments {
      switch argument.completion {
      case .files: line += " files=yes"
      case .choices(let words): line += " others=\"\(words.joined(separator: " "))\""
      case .commands: line += " others=\"\(names)\""
      case .nothing: break
      }
    }
    return line + " ;;"
  }
}
