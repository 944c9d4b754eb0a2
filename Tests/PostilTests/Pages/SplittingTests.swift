import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite("PDFDocument.parts") struct SplittingTests {
  private func document(_ count: Int) throws -> PDFDocument {
    try PDFDocument(data: PageDocument(pageCount: count).data)
  }

  private func code(_ document: PDFDocument, _ rule: SplitRule) -> PDFError.Code? {
    do { _ = try document.partsAndWait(splitBy: rule) } catch { return error.code }
    return nil
  }

  @Test func byCountTheLastIsShorter() throws {
    let document = try document(7)
    #expect(try document.partsAndWait(splitBy: .pageCount(3)).map(\.pages.count) == [3, 3, 1])
    #expect(try document.partsAndWait(splitBy: .pageCount(.max)).map(\.pages) == [document.pageIDs])
    #expect(code(document, .pageCount(0)) == .invalidArgument)
  }

  @Test func byTheOutlineEachBeginsWithAnItem() throws {
    let document = try document(8)
    let pages = document.pageIDs
    try document.setNamedDestinations([NamedDestination("b", PageDestination(pages[5]))])
    try document.setOutline(
      Outline([
        OutlineItem(
          "A", target: .page(pages[2]),
          children: [
            OutlineItem("A.1", target: .page(pages[2])), OutlineItem("A.2", target: .page(pages[3])),
          ]),
        OutlineItem("Web", target: .uri("https://example.org")), OutlineItem("B", target: .named("b")),
        OutlineItem("Lost", target: .named("nowhere")), OutlineItem("B again", target: .page(pages[5])),
      ]))
    let chapters = try document.partsAndWait(splitBy: .outline(level: 1))
    #expect(chapters.map(\.title) == [nil, "A", "B"])
    #expect(chapters.map(\.pages) == [Array(pages[0..<2]), Array(pages[2..<5]), Array(pages[5..<8])])
    let sections = try document.partsAndWait(splitBy: .outline(level: 2))
    #expect(sections.map(\.title) == [nil, "A", "A.2", "B"])
    #expect(sections.flatMap(\.pages) == pages)
    // Pages are counted as they are now.
    try document.movePages([pages[5]], to: 0)
    #expect(try document.partsAndWait(splitBy: .outline(level: 1)).map(\.title) == ["B", "A"])
    #expect(code(document, .outline(level: 0)) == .invalidArgument)
    #expect(code(try self.document(2), .outline(level: 1)) == .invalidArgument)
  }

  @Test func bySizeEachIsAsLongAsItCanBe() throws {
    var pages = PageDocument(pageCount: 9)
    for index in pages.pages.indices {
      // Pages of different sizes, of which the sixth is larger than the limit by itself.
      let count = index == 5 ? 4_000 : 100 + 150 * index
      pages.pages[index].content = (0..<count).map { "\($0 * 7_919 % 1_000) 0 m " }.joined() + "n"
    }
    let document = try PDFDocument(data: pages.data)
    func size(_ pages: ArraySlice<PageID>) throws -> Int {
      try document.extractPagesAndWait(pages).dataRepresentationAndWait().count
    }
    let all = document.pageIDs
    let limit = try size(all[0..<3])
    let parts = try document.partsAndWait(splitBy: .fileSize(limit))
    #expect(parts.flatMap(\.pages) == all)
    #expect(parts[0].pages.count == 3 && parts.contains { $0.pages == [all[5]] })
    var start = 0
    for part in parts {
      let end = start + part.pages.count
      #expect(try part.pages.count == 1 || size(all[start..<end]) <= limit)
      if end < all.count { #expect(try size(all[start...end]) > limit) }
      start = end
    }
    #expect(
      try document.partsAndWait(splitBy: .fileSize(1)).map(\.pages.count) == Array(repeating: 1, count: 9))
    #expect(try document.partsAndWait(splitBy: .fileSize(.max)).map(\.pages) == [all])
    #expect(code(document, .fileSize(0)) == .invalidArgument)
  }
}
