/// The description of a command, from which parsing, help and completions are made.
struct CommandDescription: Sendable {
  let name: String
  /// One line that says what it does.
  let abstract: String
  /// More than the abstract says.
  var discussion = ""
  /// The rest of the usage line, after the name.
  let synopsis: String
  let arguments: [ArgumentDescription]
  var sections: [OptionSection] = []
  /// A command line that works if its files exist; a test runs it.
  let example: String

  /// The option that every command has.
  static let help = Option(flag: "--help", short: "-h", help: "Shows this help.").description

  /// All options, in the order in which help shows them.
  var options: [OptionDescription] { sections.flatMap(\.options) + [Self.help] }
}

/// A section of options in help.
struct OptionSection: Sendable {
  let title: String
  let options: [OptionDescription]
}

/// The description of an option, for parser, help and completions.
struct OptionDescription: Sendable {
  /// Its name, such as `--page`.
  let name: String
  /// Its short name, such as `-o`.
  let short: String?
  /// The placeholder of the value in help; `nil` for flags.
  let value: String?
  /// Other names that are taken, which help does not show.
  var aliases: [String] = []
  /// How shells complete the value.
  let completion: ValueCompletion
  /// Whether it may be given more than once.
  let repeats: Bool
  let help: String
  /// Reads the value; throws ``UsageError``.
  let parse: @Sendable (String) throws -> any Sendable

  /// All its names, the short one first.
  var names: [String] { (short.map { [$0] } ?? []) + [name] }
}

/// A positional argument.
struct ArgumentDescription: Sendable {
  let name: String
  let help: String
  var completion = ValueCompletion.files
  var isOptional = false
  /// Whether it may be given more than once; only the last argument of a command.
  var repeats = false
}

/// How shells complete an argument or the value of an option.
enum ValueCompletion: Sendable, Hashable {
  case nothing
  case files
  case choices([String])
  /// The names of the commands.
  case commands
}
