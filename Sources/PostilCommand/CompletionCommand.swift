/// `postil completion`: a script that lets a shell complete command lines.
struct CompletionCommand: PostilCommand {
  static let description = CommandDescription(
    name: "completion", abstract: "Prints a completion script for a shell.",
    discussion: "bash: put it into ~/.local/share/bash-completion/completions/postil. zsh: put it as "
      + "_postil into a folder of $fpath. fish: put it into ~/.config/fish/completions/postil.fish.",
    synopsis: Shell.allCases.map(\.rawValue).joined(separator: "|"),
    arguments: [
      ArgumentDescription(
        name: "SHELL", help: "bash, zsh or fish.", completion: .choices(Shell.allCases.map(\.rawValue)))
    ], example: "postil completion bash")

  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell

  init(_ arguments: ParsedArguments) throws {
    let name = arguments.positionals.first ?? ""
    guard let shell = Shell(rawValue: name) else {
      throw UsageError("'\(name)' is not a shell with completions: give bash, zsh or fish")
    }
    self.shell = shell
  }

  var files: [NamedFile] { [] }

  func run(_ context: CommandContext) async throws {
    let commands = PostilTool.commands.map { $0.description }
    switch shell {
    case .bash: context.output.write(BashCompletion.script(commands))
    case .zsh: context.output.write(ZshCompletion.script(commands))
    case .fish: context.output.write(FishCompletion.script(commands))
    }
  }
}
