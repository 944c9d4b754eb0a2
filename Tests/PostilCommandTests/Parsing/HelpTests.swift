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

  // MARK: - The page of the documentation

  /// Documentation/CommandLine.md by its headings: the lines below each, up to the next.
  private static func page() throws -> [String: [String]] {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "Documentation/CommandLine.md"), encoding: .utf8)
    var parts: [String: [String]] = [:]
    var heading = ""
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" }.dropFirst())
      } else {
        parts[heading, default: []].append(line)
      }
    }
    return parts
  }

  /// Text as it stands in Markdown.
  private static func plain(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ").replacing(/[\\`*_<|]/) { "\\\($0.output)" }
  }

  private static func row(_ name: String, _ help: String) -> String {
    "| `\(name.replacing("|", with: "\\|"))` | \(plain(help)) |"
  }

  private static func rows(_ options: [OptionDescription]) -> [String] {
    options.map { option in
      row(option.names.joined(separator: ", ") + (option.value.map { " " + $0 } ?? ""), option.help)
    }
  }

  /// The rows of tables among lines.
  private static func rows(in lines: [String]) -> [String] { lines.filter { $0.hasPrefix("| `") } }

  @Test(arguments: descriptions.map(\.name))
  func thePageSaysOfACommandWhatHelpSays(name: String) throws {
    let command = try PostilTool.command(named: name).description
    let page = try Self.page()
    let lines = try #require(page["postil \(name)"], "'make command-line' writes the page anew")
    #expect(lines.contains(Self.plain(command.abstract)))
    if !command.discussion.isEmpty { #expect(lines.contains(Self.plain(command.discussion))) }
    #expect(lines.contains("postil \(name) \(command.synopsis)"))
    #expect(lines.contains(command.example))
    var rows = command.arguments.map { Self.row($0.name, $0.help) }
    let help = OptionSection(title: "Help", options: [CommandDescription.help])
    for section in command.sections + [help] {
      // What many commands have stands once, where this one's part leads.
      let isElsewhere = lines.contains { $0.contains("[\(section.title)](#") }
      if isElsewhere {
        let there = try #require(page[section.title])
        #expect(Self.rows(in: there) == Self.rows(section.options))
      } else {
        rows += Self.rows(section.options)
      }
    }
    #expect(Self.rows(in: lines) == rows)
  }

  @Test func thePageNamesNoOtherCommandsAndOptions() throws {
    let page = try Self.page()
    let names = Set(Self.descriptions.map(\.name))
    #expect(Set(page.keys.filter { $0.hasPrefix("postil ") }) == Set(names.map { "postil " + $0 }))
    let listed = try #require(page["Commands"]).filter { $0.contains("](#postil-") }
    #expect(listed.count == names.count)
    for command in Self.descriptions {
      let end = "| [`\(command.name)`](#postil-\(command.name)) | \(Self.plain(command.abstract)) |"
      #expect(listed.contains { $0.hasSuffix(end) }, "\(command.name)")
    }
    let statuses = ExitStatus.allCases.map { Self.row("\($0.rawValue)", $0.meaning) }
    let exitStatus = try #require(page["Exit status"])
    #expect(Self.rows(in: exitStatus) == statuses)
    let environment = try #require(page["Environment"])
    #expect(environment.contains { $0.hasPrefix("| `\(SignCommand.passwordVariable)` |") })

    // What stands once for many commands is of commands; what stands below a command, the test above compares.
    let options = Set(Self.rows(Self.descriptions.flatMap(\.options)))
    for (heading, lines) in page where !["Exit status", "Environment"].contains(heading) {
      guard !heading.hasPrefix("postil ") else { continue }
      for row in Self.rows(in: lines) { #expect(options.contains(row), "\(heading)") }
    }
  }
}
