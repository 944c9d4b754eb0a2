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

  @Test func structureIsWritten() async throws {
    let tool = try Workbench()
    let text = (0..<6).map { TextDocument.Line(72, 660 - 14 * Double($0), "words of the text that go on") }
    let document = TextDocument([
      [.init(72, 700, "Title", size: 24)] + text + [.init(72, 560, "1. one"), .init(72, 546, "2. two")]
    ])
    _ = try tool.folder.file("in.pdf", document.data)
    let markdown = await tool.run("extract-text", "@in.pdf", "--as", "markdown")
    #expect(markdown.status == 0, "\(markdown.errors)")
    #expect(markdown.output.hasPrefix("# Title\n\nwords of the text that go on words"))
    #expect(markdown.output.hasSuffix("\n\n1. one\n2. two\n"))
    let html = await tool.run("extract-text", "@in.pdf", "--as", "html", "-o", "@out.html")
    #expect(html.status == 0 && html.output.isEmpty)
    let page = try String(contentsOfFile: tool.path("out.html"), encoding: .utf8)
    #expect(page.contains("<h1>Title</h1>") && page.contains("<li value=\"2\">two</li>"))
    let tags = await tool.run("extract-text", "@in.pdf", "--as", "markdown", "--by", "tags")
    #expect(tags.status != 0 && tags.errors.contains("no tags"))
    for arguments in [["--by", "tags"], ["--as", "html", "--no-annotations"], ["--as", "html", "--json"]] {
      #expect(await tool.run(["extract-text", "@in.pdf"] + arguments).status != 0)
    }
  }

  @Test func columnsStayUnderEachOther() async throws {
    let tool = try Workbench()
    let document = TextDocument([
      [
        .init(72, 700, "Name"), .init(300, 700, "Price"), .init(72, 672, "A pen"), .init(300, 672, "1.50"),
      ]
    ])
    _ = try tool.folder.file("in.pdf", document.data)
    let output = await tool.run("extract-text", "@in.pdf", "--as", "layout").output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count == 4 && lines[1].isEmpty && lines[3] == "\u{C}", "\(lines)")
    let places = [lines[0].range(of: "Price"), lines[2].range(of: "1.50")].map {
      $0.map { lines[0].distance(from: lines[0].startIndex, to: $0.lowerBound) }
    }
    #expect(places[0] == places[1] && places[0] ?? 0 > 20)
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
    let spans = try #require(lines[1]["spans"] as? [[String: Any]])
    #expect(spans.map { $0["text"] as? String } == ["and the second"])
    #expect(spans[0]["bold"] as? Bool == false && spans[0]["color"] as? String == "000000", "\(spans)")
    #expect((spans[0]["baseline"] as? [Double])?.prefix(2) == [72, 686])
  }

  @Test func aFileHasWhatIsPrinted() async throws {
    let tool = try bench()
    for options in [[], ["--json"], ["--as", "layout"]] {
      let printed = await tool.run(["extract-text", "@in.pdf"] + options)
      let written = await tool.run(["extract-text", "@in.pdf", "-o", "@out.txt"] + options)
      #expect(printed.status == 0 && written.status == 0 && written.output.isEmpty)
      #expect(String(decoding: try tool.data("out.txt"), as: UTF8.self) == printed.output)
    }
    let refused = await tool.run("extract-text", "@in.pdf", "--notes")
    #expect(refused.status == 2 && refused.errors.contains("--as markdown"))
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
