import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

private let hasBash = FileManager.default.isExecutableFile(atPath: "/bin/bash")

@Suite struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func everyCommandAndOptionIsThere(shell: String) async throws {
    let script = try await Workbench().run("completion", shell).output
    for command in PostilTool.commands.map({ $0.description }) {
      #expect(script.contains(command.name))
      for option in command.options {
        #expect(script.contains(shell == "fish" ? "-l \(option.name.dropFirst(2))" : option.name))
      }
    }
  }

  /// Runs bash with a script that ends in a call, and returns what it printed.
  private func bash(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(.enabled(if: hasBash))
  func bashUnderstandsItsScript() async throws {
    let tool = try Workbench()
    try tool.write(await tool.run("completion", "bash").output, to: "script")
    #expect(try bash(["-n", tool.path("script")]).status == 0)
  }

  @Test(
    .enabled(if: hasBash),
    arguments: [
      ("hig", "highlight"), ("info --js", "--json"), ("rotate --by 1", "180"), ("help ann", "annotations"),
      ("completion z", "zsh"), ("draw a.pdf --strategy ap", "append"), ("draw --page 1", ""),
    ])
  func bashCompletes(line: String, expected: String) async throws {
    let tool = try Workbench()
    let words = line.split(separator: " ")
    let call = "COMP_WORDS=(postil \(line)); COMP_CWORD=\(words.count); _postil; echo ${COMPREPLY[@]}"
    try tool.write(await tool.run("completion", "bash").output + call, to: "script")
    #expect(try bash([tool.path("script")]).output == expected + "\n")
  }
}
