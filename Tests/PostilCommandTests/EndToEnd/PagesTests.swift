import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct PagesTests {
  /// Pages of different widths, which tell them apart: 101, 102, …
  private func makePages(_ tool: Workbench, _ count: Int = 5) throws {
    var builder = PageDocument(pageCount: count)
    for index in 0..<count { builder.pages[index].mediaBox = [0, 0, Double(101 + index), 200] }
    builder.pages[1].rotation = 270
    try tool.makeDocument(builder)
  }

  private func pages(_ tool: Workbench, _ name: String, _ key: String) async throws -> [Int?] {
    let json = try await tool.run("info", "@\(name)", "--pages", "1-last", "--json").json()
    return try #require(json["pages"] as? [[String: Any]]).map { $0[key] as? Int }
  }

  @Test(arguments: [
    ("90", [90, 0, 0, 0, 90]), ("-90", [270, 180, 0, 0, 270]), ("180", [180, 90, 0, 0, 180]),
  ])
  func pagesTurnFromTheWayTheyAre(by: String, expected: [Int]) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run(
      "rotate", "@in.pdf", "--pages", "2-1,last,5", "--by", by, "-o", "@out.pdf", "--json")
    #expect(try result.json()["pages"] as? [Int] == [1, 2, 5])
    #expect(try await pages(tool, "out.pdf", "rotation") == expected)
    #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
  }

  @Test(arguments: [
    ("last", "1", [105, 101, 102, 103, 104]), ("1-2", "4", [103, 104, 105, 101, 102]),
    ("5-4,1", "2", [102, 105, 104, 101, 103]), ("3", "3", [101, 102, 103, 104, 105]),
  ])
  func movedPagesBeginAtTheirPlace(range: String, place: String, expected: [Int]) async throws {
    let tool = try Workbench()
    try makePages(tool)
    let result = await tool.run("move", "@in.pdf", "--pages", range, "--to", place, "-o", "@out.pdf")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try await pages(tool, "out.pdf", "width") == expected)
    #expect(try tool.data("out.pdf").starts(with: tool.data("in.pdf")))
  }
}
