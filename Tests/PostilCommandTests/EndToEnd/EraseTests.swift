import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct EraseTests {
  /// Makes `drawn.pdf`: a line and a rectangle on page 1, and a link that was there.
  private func makeDrawing(_ tool: Workbench) async throws -> [String] {
    var builder = PageDocument()
    builder.pages[0].links = [([10, 20, 60, 40], 1)]
    try tool.makeDocument(builder)
    let result = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--line", "100,100,300,100", "--rect", "100,300,50,50", "-o",
      "@drawn.pdf", "--json")
    return try #require(try result.json()["ids"] as? [String])
  }

  @Test func alongAPath() async throws {
    let tool = try Workbench()
    _ = try await makeDrawing(tool)
    let result = await tool.run(
      "erase", "@drawn.pdf", "--page", "1", "--along", "200,90 200,110", "--along=90,290 160,360", "--width",
      "10", "-o", "@out.pdf", "--json")
    let json = try result.json()
    #expect(json["changed"] as? Int == 2)
    #expect(json["removed"] as? Int == 0)
    #expect(json["strategy"] as? String == "append")
    #expect(try await tool.annotations("out.pdf").count == 4)
  }

  @Test func nothingTouchedIsNoFailure() async throws {
    let tool = try Workbench()
    _ = try await makeDrawing(tool)
    let arguments = ["erase", "@drawn.pdf", "--page", "1", "--along", "500,500", "--width", "10"]
    let copy = await tool.run(arguments + ["-o", "@out.pdf"])
    #expect(copy.status == 0)
    #expect(copy.output.contains("nothing was changed"))
    #expect(try tool.data("out.pdf") == tool.data("drawn.pdf"))
    let json = try await tool.run(arguments + ["--in-place", "--json"]).json()
    #expect(json["strategy"] as? String == "nothing")
    #expect(json["changed"] as? Int == 0)
  }

  @Test func oneOrAll() async throws {
    let tool = try Workbench()
    let ids = try await makeDrawing(tool)
    let one = await tool.run(
      "erase", "@drawn.pdf", "--page", "1", "--id", ids[0], "-o", "@one.pdf", "--json")
    #expect(try one.json()["removed"] as? Int == 1)
    #expect(try await tool.annotations("one.pdf").map { $0["subtype"] as? String } == ["Link", "Square"])
    let all = await tool.run("erase", "@drawn.pdf", "--page", "1", "--all", "-o", "@all.pdf", "--json")
    #expect(try all.json()["removed"] as? Int == 2)
    #expect(try await tool.annotations("all.pdf").map { $0["subtype"] as? String } == ["Link"])
  }
}
