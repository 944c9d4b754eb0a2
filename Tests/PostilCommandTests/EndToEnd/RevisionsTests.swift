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
}
