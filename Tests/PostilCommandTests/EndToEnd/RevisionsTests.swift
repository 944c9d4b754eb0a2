import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct RevisionsTests {
  @Test func revisionsAreListedExtractedAndRestored() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let original = try tool.data("in.pdf")
    #expect(await tool.run("rotate", "@in.pdf", "--pages", "2", "--by", "90", "--in-place").status == 0)
    let list = try await tool.run("revisions", "@in.pdf", "--json").json()["revisions"] as? [[String: Any]]
    #expect(list?.count == 2 && list?[1]["changes"] as? [String] == ["pages"])
    #expect(await tool.run("revisions", "@in.pdf").output.contains("the original"))
    #expect(await tool.run("extract-revision", "@in.pdf", "--revision", "1", "-o", "@first.pdf").status == 0)
    #expect(try tool.data("first.pdf") == original)
    let saved = try tool.data("in.pdf")
    let restored = await tool.run("restore", "@in.pdf", "--revision", "1", "-o", "@back.pdf")
    #expect(restored.status == 0 && restored.output.contains("restored revision 1"), "\(restored.errors)")
    #expect(try tool.data("back.pdf").starts(with: saved) && tool.data("in.pdf") == saved)
    #expect(await tool.run("restore", "@in.pdf", "--revision", "1", "--in-place").status == 0)
    #expect(await tool.run("restore", "@in.pdf", "--revision", "7", "--in-place").status == 1)
    #expect(await tool.run("restore", "@in.pdf", "--revision", "1").status == 2)
    #expect(await tool.run("extract-revision", "@in.pdf", "--revision", "0", "-o", "@x.pdf").status == 2)
    #expect(!tool.exists("x.pdf"))
  }

  @Test func twoDocumentsAreCompared() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    #expect(
      await tool.run("compare", "@in.pdf", "@in.pdf").output.hasPrefix(
        "No differences were found in what is compared: what pages look like"))
    let drawn = await tool.run(
      "draw", "@in.pdf", "--page", "1", "--rect", "20,20,60,40", "--in-place")
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(await tool.run("move", "@in.pdf", "--pages", "1", "--to", "2", "--in-place").status == 0)
    let compared = await tool.run("compare", "@in.pdf", "--revision", "1", "-o", "@pictures")
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(
      compared.output.contains("moved") && compared.output.contains("Square")
        && compared.output.contains("added"))
    #expect(tool.exists("pictures/page-0002.png"))
    let json = try await tool.run("compare", "@in.pdf", "--revision", "1", "--pages", "2", "--json").json()
    let annotations = try #require(json["annotations"] as? [[String: Any]])
    #expect(annotations.map { $0["change"] as? String } == ["added"])
    #expect(annotations.map { $0["newPage"] as? Int } == [2])
    #expect(await tool.run("compare", "@in.pdf").status == 2)
    #expect(await tool.run("compare", "@in.pdf", "@in.pdf", "--revision", "1").status == 2)
    #expect(await tool.run("compare", "@in.pdf", "--revision", "9").status == 1)
  }
}
