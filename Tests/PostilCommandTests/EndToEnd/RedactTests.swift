import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct RedactTests {
  private func bench() throws -> Workbench {
    let tool = try Workbench()
    var document = TextDocument([[.init(72, 700, "Dear Ada,"), .init(72, 680, "write to ada@example.org")]])
    document.pages[0].font = .helvetica
    _ = try tool.folder.file("in.pdf", document.data)
    return tool
  }

  @Test func textsPatternsAndRectanglesAreRemoved() async throws {
    let tool = try bench()
    let result = await tool.run(
      "redact", "@in.pdf", "--text", "Ada", "--pattern", "email", "--page", "1", "--rect", "70,697,25,14",
      "-o",
      "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let values = try result.json()
    #expect(values["glyphs"] as? Int == 3 + 15 + 4)
    let text = try Tool.run("pdftotext", [tool.path("out.pdf"), "-"]).output
    #expect(
      !text.contains("Dear") && !text.contains("Ada") && !text.contains("@") && text.contains("write to"))
  }

  @Test(arguments: [
    [], ["--page", "1"], ["--rect", "1,2,3,4"], ["--text", "a", "-o", "-"], ["--text", "a", "-o", "@in.pdf"],
    ["--pattern", "("],
  ])
  func wrongArgumentsAreRefused(arguments: [String]) async throws {
    let tool = try bench()
    let output = arguments.contains("-o") ? [] : ["-o", "@out.pdf"]
    #expect(await tool.run(["redact", "@in.pdf"] + arguments + output).status == 2)
    #expect(!tool.exists("out.pdf"))
  }

  @Test func nothingToRedactIsAnError() async throws {
    let tool = try bench()
    let result = await tool.run("redact", "@in.pdf", "--marks", "-o", "@out.pdf")
    #expect(result.status == 1 && !tool.exists("out.pdf"))
  }
}
