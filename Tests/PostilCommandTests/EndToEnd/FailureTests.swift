import Foundation
import PostilSystem
import PostilTestSupport
import Testing

@testable import PostilCommand

/// What the file or the system refuses: exit status 1, one line, nothing written.
@Suite struct FailureTests {
  private func expectFailure(
    _ result: ToolResult, about file: String, containing text: String = ": ", status: Int32 = 1
  ) {
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("postil: \(file): "), "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.errors.hasSuffix("\n") && result.errors.dropLast().allSatisfy { !$0.isNewline })
  }

  @Test func filesThatCannotBeRead() async throws {
    let tool = try Workbench()
    try tool.write("not a PDF", to: "text.pdf")
    try tool.write("", to: "empty.pdf")
    for (name, status) in [("missing.pdf", 1), ("text.pdf", 4), ("empty.pdf", 4), (".", 1)]
      as [(String, Int32)]
    {
      expectFailure(await tool.run("info", "@\(name)"), about: tool.path(name), status: status)
    }
  }

  /// Scripts tell failures apart by the status, whatever the words are.
  @Test func eachKindOfFailureHasItsStatus() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let nothing = await tool.run("redact", "@in.pdf", "--marks", "-o", "@out.pdf")
    expectFailure(nothing, about: tool.path("in.pdf"), status: 3)
    let noForm = await tool.run("flatten", "@in.pdf", "-o", "@out.pdf")
    expectFailure(noForm, about: tool.path("in.pdf"), status: 3)
    #expect(!tool.exists("out.pdf"))
    let secret = await tool.run(
      "rotate", "@in.pdf", "--pages", "1", "--by", "90", "--encrypt-user", "open", "--encrypt-owner", "all",
      "-o", "@secret.pdf")
    #expect(secret.status == 0)
    expectFailure(await tool.run("info", "@secret.pdf"), about: tool.path("secret.pdf"), status: 5)
    expectFailure(
      await tool.run("info", "@secret.pdf", "--password", "no"), about: tool.path("secret.pdf"), status: 5)
    #expect(await tool.run("info", "@in.pdf", "--nonsense").status == 2)
    let help = await tool.run("--help").output
    for status in ExitStatus.allCases { #expect(help.contains(status.meaning.prefix(30))) }
  }

  /// On Linux names are bytes.
  @Test func filesWhoseNamesAreNoUTF8AreReadAndWritten() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let name = tool.path("") + SystemPath.text([0xE9, 0x2E] + Array("pdf".utf8))
    let written = await tool.run("rotate", "@in.pdf", "--pages", "1", "--by", "90", "-o", name)
    #expect(written.status == 0 && written.output.contains("\\xE9.pdf: appended"), "\(written.errors)")
    for safety in ["atomic", "append-in-place"] {
      let changed = await tool.run(
        "rotate", name, "--pages", "1", "--by", "90", "--in-place", "--safety", safety)
      #expect(changed.status == 0, "\(changed.errors)")
    }
    let read = await tool.run("info", name, "--pages", "1", "--json")
    #expect(read.status == 0 && read.output.contains("270"), "\(read.errors)")
    let taken = await tool.run("squash", name, "-o", name)
    #expect(taken.status == 0, "\(taken.errors)")
    let missing = await tool.run("info", name + "x")
    #expect(missing.status == 1 && missing.errors.contains("\\xE9.pdfx: There is no such file"))
    #expect(SystemPath.with(name) { unlink($0) } == 0)
  }

  /// What the library calls its options is of no use on a command line.
  @Test func refusalsNameTheOptionsOfTheTool() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let secret = await tool.run("squash", "@in.pdf", "--encrypt-owner", "all", "-o", "@secret.pdf")
    #expect(secret.status == 0)
    for command in [["redact", "--text", "a"], ["scrub"]] {
      let refused = await tool.run(command + ["@secret.pdf", "--password", "all", "-o", "@out.pdf"])
      #expect(refused.status == 1)
      #expect(refused.errors.contains("--decrypt") && refused.errors.contains("--encrypt-owner"))
      #expect(!refused.errors.contains("redacted file"))
    }
  }

  /// One JSON object, for programs that call the tool.
  @Test func errorsAreJSONWhereTheOutputIs() async throws {
    func error(_ line: String) async throws -> (status: Int32, [String: String]) {
      let result = await tool.run(shellWords(line))
      #expect(result.output.isEmpty)
      let object = try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Any]
      let values = try #require(object?["error"] as? [String: Any])
      return (result.status, values.compactMapValues { $0 as? String })
    }
    let tool = try Workbench()
    try tool.makeDocument()
    let (status, values) = try await error("info @missing.pdf --json")
    #expect(status == 1)
    #expect(values["code"] == "fileNotFound" && values["file"] == tool.path("missing.pdf"))
    #expect(values["message"]?.isEmpty == false)
    let (usage, why) = try await error("info @in.pdf --json --nonsense")
    #expect(usage == 2)
    #expect(why["code"] == "usage" && why["message"]?.contains("--nonsense") == true)
    // What comes after -- is no option.
    let plain = await tool.run("search", "@missing.pdf", "--", "--json")
    #expect(plain.status == 1 && plain.errors.hasPrefix("postil: "))
  }

  @Test func theFileIsNamedAsTheCallerNamedIt() async throws {
    expectFailure(try await Workbench().run("info", "no/../such/./file.pdf"), about: "no/../such/./file.pdf")
  }

  @Test(arguments: [
    "draw @in.pdf --page 4 --line 1,2,3,4 -o @out.pdf", "draw @in.pdf --page 4 --line 1,2,3,4 --in-place",
    "erase @in.pdf --page 9 --all -o @out.pdf", "erase @in.pdf --page 1 --id nothing -o @out.pdf",
    "rotate @in.pdf --pages 1-4 --by 90 -o @out.pdf", "move @in.pdf --pages 1,1 --to 1 -o @out.pdf",
    "move @in.pdf --pages 1,2 --to 3 -o @out.pdf", "move @in.pdf --pages 5 --to 1 -o @out.pdf",
    "render @in.pdf --page 4 --scale 1 -o @out.pdf", "annotations @in.pdf --page 4",
    "info @in.pdf --pages 1-last,4",
  ])
  func whatDoesNotFitTheDocumentWritesNothing(line: String) async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let before = try tool.data("in.pdf")
    expectFailure(await tool.run(shellWords(line)), about: tool.path("in.pdf"))
    #expect(!tool.exists("out.pdf"))
    #expect(try tool.data("in.pdf") == before)
  }

  @Test func aFolderThatIsNotThere() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run("rotate", "@in.pdf", "--pages", "1", "--by", "90", "-o", "@none/out.pdf")
    expectFailure(result, about: tool.path("none/out.pdf"))
  }

  @Test func scriptsThatCannotBeUnderstood() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write("[{\"edit\": \"clear\"}]", to: "edits.json")
    let result = await tool.run("apply", "@in.pdf", "@edits.json", "-o", "@out.pdf")
    expectFailure(result, about: tool.path("edits.json"), containing: "step 1: the key 'page' is missing")
    let missing = await tool.run("apply", "@in.pdf", "@none.json", "-o", "@out.pdf")
    expectFailure(missing, about: tool.path("none.json"))
    #expect(!tool.exists("out.pdf"))
  }

  @Test func aStepThatDoesNotFit() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write(
      "[{\"edit\":\"rotatePages\",\"pages\":[1],\"by\":90},{\"edit\":\"clear\",\"page\":7}]", to: "edits.json"
    )
    let result = await tool.run("apply", "@in.pdf", "@edits.json", "-o", "@out.pdf")
    expectFailure(result, about: tool.path("in.pdf"), containing: "Step 2: ")
    #expect(!tool.exists("out.pdf"))
  }
}
