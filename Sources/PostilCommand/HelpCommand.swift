/// `postil help`: the list of commands, or the help of one.
struct HelpCommand: PostilCommand {
  static let description = CommandDescription(
    name: "help", abstract: "Shows the help of a command.", synopsis: "[COMMAND]",
    arguments: [
      ArgumentDescription(
        name: "COMMAND", help: "The command; all are listed without it.", completion: .commands,
        isOptional: true)
    ], example: "postil help draw")

  private let text: String

  init(_ arguments: ParsedArguments) throws {
    text =
      if let name = arguments.positionals.first {
        HelpText.text(of: try PostilTool.command(named: name).description)
      } else {
        HelpText.overview(PostilTool.commands.map { $0.description })
      }
  }

  var files: [NamedFile] { [] }

  func run(_ context: CommandContext) async throws { context.output.write(text) }
}
