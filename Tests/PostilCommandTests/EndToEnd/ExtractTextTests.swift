import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ExtractTextTests {
  private func bench() throws -> Workbench {
    let tool = try Workbench()
    let document = TextDocument([
      [.init(72, 700, "The first line"), .init(72, 686, "and the second")], [], [.init(72, 700, "The end")],
    ])
    _ = try tool.folder.file("in.pdf", document.data)
    return tool
  }

  @Test func pagesFollowEachOther() async throws {
    let tool = try bench()
    let result = await tool.run("extract-text", "@in.pdf")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output == "The first line\nand the second\n\u{C}\u{C}The end\n\u{C}")
    let last = await tool.run("extract-text", "@in.pdf", "--pages", "3", "-o", "@out.txt")
    #expect(last.status == 0 && last.output.isEmpty)
    #expect(try String(contentsOfFile: tool.path("out.txt"), encoding: .utf8) == "The end\n\u{C}")
  }

  @Test func paragraphsAndAnnotationsAreTold() async throws {
    let tool = try Workbench()
    var document = TextDocument([
      [.init(72, 700, "A para-"), .init(72, 686, "graph of two lines"), .init(72, 600, "Another one")]
    ])
    document.pages[0].entries =
      "/Annots[<</Type/Annot/Subtype/FreeText/Rect[72 100 200 120]/Contents(A note)>>]"
    _ = try tool.folder.file("in.pdf", document.data)
    let all = await tool.run("extract-text", "@in.pdf")
    #expect(all.output == "A paragraph\nof two lines\n\nAnother one\n\nA note\n\u{C}")
    let content = await tool.run("extract-text", "@in.pdf", "--no-annotations")
    #expect(content.output == "A paragraph\nof two lines\n\nAnother one\n\u{C}")
    let json = await tool.run("extract-text", "@in.pdf", "--json")
    #expect(json.output.components(separatedBy: "isOfAnnotation").count == 2)
    let found = await tool.run("search", "@in.pdf", "a note", "-i")
    #expect(found.output.contains("A note"))
    let none = await tool.run("search", "@in.pdf", "a note", "-i", "--no-annotations")
    #expect(none.output == "There are no matches.\n")
  }

  @Test func linesHavePlaces() async throws {
    let tool = try bench()
    let result = await tool.run("extract-text", "@in.pdf", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let pages = try #require(json["pages"] as? [[String: Any]])
    #expect(pages.map { $0["page"] as? Int } == [1, 2, 3])
    #expect((json["unreadablePages"] as? [Int])?.isEmpty == true)
    let lines = try #require(pages[0]["lines"] as? [[String: Any]])
    #expect(lines.map { $0["text"] as? String } == ["The first line", "and the second"])
    let rect = try #require(lines[1]["rect"] as? [String: Double])
    #expect(rect["x"] == 72 && (675...690).contains(rect["y"] ?? 0))
  }

  @Test func whatCannotBeReadOrWrittenIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument(PageDocument(pageCount: 2))
    let none = await tool.run("extract-text", "@in.pdf", "--pages", "3")
    #expect(none.status != 0 && none.output.isEmpty)
    let replaced = await tool.run("extract-text", "@in.pdf", "-o", "@in.pdf")
    #expect(replaced.status == 2 && replaced.errors.contains("would replace the document"))
  }

  @Test func whatItsAuthorDoesNotAllowIsNotCopied() async throws {
    let tool = try bench()
    let closed = try PDFDocument(data: Data(contentsOf: URL(fileURLWithPath: tool.path("in.pdf"))))
    let encryption = RewriteOptions.Encryption.aes256(
      userPassword: "", ownerPassword: "own", permissions: .printing)
    try closed.writeAndWait(
      to: URL(fileURLWithPath: tool.path("closed.pdf")), .rewrite(RewriteOptions(encryption: encryption)))
    let refused = await tool.run("extract-text", "@closed.pdf", "--json")
    #expect(refused.status == 1 && refused.errors.contains("\"notPermitted\"") && refused.output.isEmpty)
    let allowed = await tool.run("extract-text", "@closed.pdf", "--ignore-permissions", "--pages", "3")
    #expect(allowed.status == 0 && allowed.output == "The end\n\u{C}")
  }
}
