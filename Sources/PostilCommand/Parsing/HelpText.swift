/// The help of a command, and of the tool.
enum HelpText {
  private static let width = 80

  /// The help of one command: usage, arguments, options, an example.
  static func text(of command: CommandDescription) -> String {
    var text = "Usage: postil \(command.name) \(command.synopsis)\n\n" + wrap(command.abstract, indent: 0)
    if !command.discussion.isEmpty { text += "\n" + wrap(command.discussion, indent: 0) }
    text += block("Arguments", command.arguments.map { ($0.name, $0.help) })
    for section in command.sections { text += block(section.title, section.options.map(row)) }
    text += block("Help", [row(CommandDescription.help)])
    return text + "\nExample:\n  \(command.example)\n"
  }

  /// The list of commands.
  static func overview(_ commands: [CommandDescription]) -> String {
    "Usage: postil COMMAND …\n\nShows, marks up and rearranges PDF documents.\n"
      + block("Commands", commands.map { ($0.name, $0.abstract) })
      + block("Options", [("--version", "Shows the version."), ("-h, --help", "Shows this help.")])
      + block("Exit status", ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
      + "\nPages are numbered from 1; ranges are written like 1-3,7,last. Coordinates are points\n"
      + "(1/72 inch) from the lower left, of the page as the file has it, not turned.\n"
      + "\n'postil help COMMAND' shows the options of a command and an example.\n"
  }

  private static func row(_ option: OptionDescription) -> (String, String) {
    (option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? ""), option.help)
  }

  private static func block(_ title: String, _ rows: [(String, String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let column = min(rows.map(\.0.count).max() ?? 0, 26) + 4
    return rows.reduce("\n\(title):\n") { text, row in
      let head = "  " + row.0
      let help = wrap(row.1, indent: column)
      guard head.count + 2 <= column else { return text + head + "\n" + help }
      return text + head + help.dropFirst(head.count)
    }
  }

  private static func wrap(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
      }
    }
    return lines.map { margin + $0 + "\n" }.joined()
  }
}
