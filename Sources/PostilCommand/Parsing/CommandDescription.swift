/// All there is to know of a command: parsing, help and completions come from it.
struct CommandDescription: Sendable {
  let name: String
  /// What it does, in a line.
  let abstract: String
  /// What the abstract leaves open.
  var discussion = ""
  /// What follows the name in the usage line.
  let synopsis: String
  let arguments: [ArgumentDescription]
  var sections: [OptionSection] = []
  /// A command line that works, if the files it names are there.
  let example: String

  /// The option that every command has.
  static let help = Option(flag: "--help", short: "-h", help: "Shows this help.").description

  /// All options, in the order in which help shows them.
  var options: [OptionDescription] { sections.flatMap(\.options) + [Self.help] }
}
