/// Completions for fish.
enum FishCompletion {
  static func script(_ commands: [CommandDescription]) -> String {
    let names = commands.map(\.name).joined(separator: " ")
    var lines = ["# Completions of postil for fish.", "complete -c postil -f"]
    for command in commands {
      lines.append(
        "complete -c postil -n __fish_use_subcommand -a \(command.name) -d '\(quoted(command.abstract))'")
    }
    lines.append("complete -c postil -n __fish_use_subcommand -l version -d 'Shows the version.'")
    for command in commands {
      let condition = "complete -c postil -n '__fish_seen_subcommand_from \(command.name)'"
      lines += command.arguments.compactMap { words($0.completion, names) }.map { "\(condition) \($0)" }
      lines += command.options.map { "\(condition) \(specification($0, names))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func specification(_ option: OptionDescription, _ names: String) -> String {
    var parts = ["-l \(option.name.dropFirst(2))"]
    if let short = option.short { parts.append("-s \(short.dropFirst())") }
    if option.value != nil { parts.append(words(option.completion, names).map { "-r \($0)" } ?? "-x") }
    return (parts + ["-d '\(quoted(option.help))'"]).joined(separator: " ")
  }

  private static func words(_ completion: ValueCompletion, _ names: String) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "-F"
    case .choices(let words): "-f -a '\(words.joined(separator: " "))'"
    case .commands: "-f -a '\(names)'"
    }
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
