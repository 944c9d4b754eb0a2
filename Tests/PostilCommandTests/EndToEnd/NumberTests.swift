import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct NumberTests {
  @Test func pagesAreNumberedAndNumbersTakenAway() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", TextDocument([[.init(72, 700, "one")], [.init(72, 700, "two")]]).data)
    let numbered = await tool.run(
      "number", "@in.pdf", "--text", "B-{number}/{pages}", "--digits", "3", "--start", "41", "--at",
      "topRight",
      "-o", "@out.pdf", "--json")
    #expect(numbered.status == 0, "\(numbered.errors)")
    let text = await tool.run("extract-text", "@out.pdf")
    #expect(text.output.contains("B-041/2") && text.output.contains("B-042/2"))
    let again = await tool.run("number", "@out.pdf", "--at", "topRight", "--pages", "2", "--in-place")
    #expect(again.status == 0)
    let changed = await tool.run("extract-text", "@out.pdf")
    #expect(changed.output.contains("B-041/2") && !changed.output.contains("B-042/2"))
    let removed = await tool.run("number", "@out.pdf", "--remove", "--in-place")
    #expect(removed.output.contains("2 marks removed"))
    let last = await tool.run("extract-text", "@out.pdf")
    let first = await tool.run("extract-text", "@in.pdf")
    #expect(last.output == first.output)
  }

  @Test func whatCannotBeIsAnError() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", TextDocument([[.init(72, 700, "one")]]).data)
    let field = await tool.run("number", "@in.pdf", "--text", "{nonsense}", "-o", "@out.pdf")
    #expect(field.status == 1 && field.errors.contains("There is no field {nonsense}"))
    let both = await tool.run("number", "@in.pdf", "--text", "a", "--remove", "-o", "@out.pdf")
    #expect(both.status == 2)
  }
}
