import Foundation
import Testing

@testable import PostilCommand

@Suite struct HelpTests {
  static let descriptions = PostilTool.commands.map { $0.description }

  @Test(arguments: descriptions.map(\.name))
  func helpShowsTheExampleAndEveryOption(name: String) async throws {
    let tool = try Workbench()
    let command = try PostilTool.command(named: name).description
    let help = await tool.run("help", name)
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(help.output == (await tool.run(name, "--help")).output)
    #expect(help.output.contains(command.example))
    #expect(help.output.hasPrefix("Usage: postil \(name) "))
    for option in command.options { for name in option.names { #expect(help.output.contains(name)) } }
    for argument in command.arguments { #expect(help.output.contains("  " + argument.name)) }
  }

  @Test(arguments: descriptions.map(\.name))
  func examplesAreCommandLines(name: String) throws {
    let type = try PostilTool.command(named: name)
    let words = shellWords(type.description.example)
    #expect(words.prefix(2) == ["postil", name])
    let parsed = try #require(
      try CommandLineParser(command: type.description).parse(Array(words.dropFirst(2))))
    _ = try type.init(parsed)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func theOverviewListsAllCommands(arguments: [String]) async throws {
    let result = try await Workbench().run(arguments)
    #expect(result.status == 0)
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for command in Self.descriptions {
      #expect(result.output.contains("\n  \(command.name) "))
      #expect(words.contains("\(command.name) \(command.abstract)"))
    }
  }

  @Test func linesOfHelpFitATerminal() {
    for command in Self.descriptions {
      let text = HelpText.text(of: command).replacing(command.example, with: "")
      for line in text.split(separator: "\n") where !line.hasPrefix("Usage") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test func theVersion() async throws {
    #expect(try await Workbench().run("--version").output == "postil \(PostilTool.version)\n")
  }

  @Test func helpThatCannotBeWrittenIsAFailure() async {
    let errors = CapturedOutput()
    let status = await PostilTool.run(
      arguments: ["help"], standardOutput: CapturedOutput(failure: ENOSPC), standardError: errors)
    #expect(status == 1)
    #expect(errors.text.contains("standard output"))
  }
}
