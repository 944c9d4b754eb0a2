import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

/// `-` in the place of a file.
@Suite struct StandardStreamTests {
  private let tool: Workbench
  private let document = PageDocument(pageCount: 3).data

  init() throws {
    tool = try Workbench()
    try tool.makeDocument()
  }

  private func run(_ line: String, output: CapturedOutput = CapturedOutput()) async -> ToolResult {
    await tool.run(shellWords(line), input: document, output: output)
  }

  @Test(arguments: [
    "info", "info --pages 1-last --json", "annotations --json", "search nothing", "search nothing --json",
  ])
  func aDocumentFromStandardInputIsAsOneFromAFile(line: String) async throws {
    var words = line.split(separator: " ").map(String.init)
    words.insert("-", at: 1)
    let fromInput = await tool.run(words, input: document)
    words[1] = "@in.pdf"
    let fromFile = await tool.run(words)
    #expect(fromInput.status == 0, "\(fromInput.errors)")
    #expect(fromInput.data == fromFile.data && !fromInput.data.isEmpty)
  }

  @Test(arguments: [
    "draw - --page 1 --rect 10,10,50,50", "rotate - --pages 1 --by 90", "move - --pages 3 --to 1",
    "draw - --page 1 --rect 10,10,50,50 --linearize", "draw - --page 2 --line 1,1,9,9 --strategy rewrite",
  ])
  func aResultOnStandardOutputIsADocument(line: String) async throws {
    let result = await run(line + " -o -")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.data.starts(with: Data("%PDF-".utf8)))
    #expect(result.errors.hasPrefix("standard output: "), "\(result.errors)")
    let file = try tool.folder.file("out.pdf", result.data)
    let check = try Tool.qpdfCheck(file)
    #expect(check.status == 0, "\(check.output)")
    #expect(tool.folder.names == ["in.pdf", "out.pdf"])
  }

  @Test func anUnchangedDocumentComesOutAsItWentIn() async throws {
    let result = await tool.run(["apply", "@in.pdf", "-", "-o", "-"], input: Data("[]".utf8))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try result.data == tool.data("in.pdf"))
  }

  @Test func theReportInJSONGoesToStandardErrorThen() async throws {
    let result = await run("draw - --page 1 --rect 10,10,50,50 -o - --json")
    let report = try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Any]
    #expect(report?["strategy"] as? String == "append")
    #expect(result.data.starts(with: Data("%PDF-".utf8)))
  }

  @Test func aPictureOnStandardOutput() async throws {
    let toFile = await run("render @in.pdf --page 1 --scale 1 -o @out.png")
    let toOutput = await run("render - --page 1 --scale 1 -o -")
    #expect(toFile.status == 0 && toOutput.status == 0, "\(toOutput.errors)")
    #expect(try toOutput.data == tool.data("out.png"))
    #expect(toOutput.errors.isEmpty)
  }

  @Test(arguments: [
    "render @in.pdf --page 1 --scale 1 -o -", "draw @in.pdf --page 1 --rect 10,10,50,50 -o -",
  ])
  func nothingGoesToATerminal(line: String) async {
    let result = await run(line, output: CapturedOutput(isTerminal: true))
    #expect(result.status == 2 && result.data.isEmpty)
    #expect(result.errors.contains("standard output is a terminal"), "\(result.errors)")
  }

  @Test func noDocumentIsReadFromATerminal() async {
    let result = await tool.run(["info", "-"], input: nil)
    #expect(result.status == 2 && result.errors.contains("standard input is a terminal"), "\(result.errors)")
  }

  @Test(arguments: [
    ("draw - --page 1 --rect 1,1,9,9 --in-place", "cannot be replaced"),
    ("apply - - -o @out.pdf", "the document and the edits cannot both"),
    ("info - --password-file -", "cannot both come"),
    ("apply @in.pdf - --password-file - -o @out.pdf", "the password and the edits cannot both"),
    ("thumbnails @in.pdf -o -", "need a folder"),
    ("draw - --page 1 --rect 1,1,9,9 -o - --safety append-in-place", "needs --in-place"),
  ])
  func whatDoesNotGoTogether(line: String, message: String) async {
    let result = await run(line)
    #expect(result.status == 2 && result.data.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func messagesNameTheStream() async {
    let result = await tool.run(["info", "-"], input: Data())
    #expect(result.status == 4 && result.errors.hasPrefix("postil: standard input: "), "\(result.errors)")
    let script = await tool.run(["apply", "@in.pdf", "-", "-o", "-"], input: Data("{".utf8))
    #expect(script.status == 1 && script.errors.hasPrefix("postil: standard input: "), "\(script.errors)")
    #expect(script.data.isEmpty)
  }

  @Test func outputThatNobodyReadsIsNoError() async {
    let result = await run("info -", output: CapturedOutput(failure: EPIPE))
    #expect(result.status == 141 && result.errors.isEmpty)
  }
}
