import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct InfoTests {
  private func sample() -> PageDocument {
    var builder = PageDocument(pageCount: 3)
    builder.information = ["Title": "Größe 日本", "Author": "Ada"]
    builder.pages[1].mediaBox = [-10, -20, 290, 480]
    builder.pages[1].cropBox = [0, 0, 200.5, 400]
    builder.pages[1].rotation = 90
    builder.pages[2].links = [([10, 10, 60, 30], 1)]
    builder.pageLabels = "0 << /S /r >> 2 << /S /D >>"
    return builder
  }

  @Test(arguments: PDFBuilder.Xref.allCases)
  func theDocument(xref: PDFBuilder.Xref) async throws {
    let tool = try Workbench()
    var builder = sample()
    builder.xref = xref
    try tool.makeDocument(builder)
    let result = await tool.run("info", "@in.pdf", "--json")
    #expect(result.status == 0 && result.errors.isEmpty)
    let json = try result.json()
    #expect(json["pageCount"] as? Int == 3)
    #expect(json["pdfVersion"] as? String == "1.7")
    #expect(json["encrypted"] as? Bool == false)
    #expect(json["title"] as? String == "Größe 日本")
    #expect(json["author"] as? String == "Ada")
    #expect(json["fileSize"] as? Int == (try tool.data("in.pdf").count))
    #expect(json["revisions"] as? Int == 1)
    #expect(json["pages"] == nil)
  }

  @Test func theTitleIsNullWhereThereIsNone() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let json = try await tool.run("info", "@in.pdf", "--json").json()
    #expect(json["title"] is NSNull)
  }

  @Test func pagesAsTheFileHasThem() async throws {
    let tool = try Workbench()
    try tool.makeDocument(sample())
    let json = try await tool.run("info", "@in.pdf", "--pages", "2-last", "--json").json()
    let pages = try #require(json["pages"] as? [[String: Any]])
    #expect(pages.map { $0["page"] as? Int } == [2, 3])
    #expect(pages.map { $0["width"] as? Double } == [200.5, 612])
    #expect(pages.map { $0["height"] as? Double } == [400, 792])
    #expect(pages.map { $0["rotation"] as? Int } == [90, 0])
    #expect(pages.map { $0["annotations"] as? Int } == [0, 1])
    #expect(pages.map { $0["label"] as? String } == ["ii", "1"])
  }

  @Test func forPeople() async throws {
    let tool = try Workbench()
    try tool.makeDocument(sample())
    let text = await tool.run("info", "@in.pdf", "--pages", "2").output
    #expect(text.contains("Title:        Größe 日本\n"))
    #expect(text.contains("Pages:        3\n"))
    #expect(text.contains("2  ii     200.5     400        90            0\n"))
  }

  @Test func largeUnitsAreHeeded() async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 300, 400]
    builder.pages[0].entries = "/UserUnit 2"
    try tool.makeDocument(builder)
    let lines = await tool.run("info", "@in.pdf", "--pages", "1").output
    #expect(lines.contains("600") && lines.contains("800") && !lines.contains("300"))
    let json = try await tool.run("info", "@in.pdf", "--pages", "1", "--json").json()
    let page = try #require((json["pages"] as? [[String: Any]])?.first)
    #expect(page["width"] as? Int == 300 && page["userUnit"] as? Int == 2)
  }
}
