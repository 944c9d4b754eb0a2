import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Links in documents: to pages that come, go and move.
@Suite struct LinkTests {
  private let rect = PageRect(x: 100, y: 20, width: 60, height: 20)

  @Test func aLinkToAPageThatIsNotThereIsRefused() throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 2).data)
    let (first, second) = (document.pageIDs[0], document.pageIDs[1])
    let foreign = PageID(number: 99)
    let error = #expect(throws: PDFError.self) {
      try document.add(Annotation(.link(rect, to: .page(foreign))), to: first)
    }
    #expect(error?.code == .pageOutOfRange)
    try document.add(Annotation(.link(rect, to: .page(second)), id: "l"), to: first)
    #expect(throws: PDFError.self) {
      try document.update("l", on: first) { $0.content.link?.target = .page(foreign) }
    }
    #expect(try document.page(first).annotations.last?.content.link?.target == .page(second))
  }

  @Test func linksLeadToInsertedPagesAndSurviveRewriting() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", SampleDocument().data))
    let new = document.mintPage()
    try document.apply(
      .insertPages([InsertedPage(new, PageState(source: .blank(PageSize(width: 200, height: 200))), at: 1)]))
    try document.add(Annotation(.link(rect, to: .page(new)), id: "l"), to: document.pageIDs[0])
    for options in [SaveOptions.incremental(), .rewrite(RewriteOptions())] {
      try document.saveAndWait(options)
      let reopened = try PDFDocument.openAndWait(try #require(document.url))
      let link = try reopened.page(at: 0).annotations.last
      #expect(link?.content.link?.target == .page(reopened.pageIDs[1]))
      try document.update("l", on: document.pageIDs[0]) { $0.contents = "again" }
    }
  }

  @Test func aNewLinkLeavesThePictureAlone() throws {
    let document = try PDFDocument(data: PageDocument().data)
    let page = document.pageIDs[0]
    try document.add(Annotation(.link(rect, to: .uri("https://example.org"))), to: page)
    let input = try #require(try document.renderFacts(of: page, known: nil, look: PageLook()))
    let composition = PageComposition(input)
    #expect(composition.snapshot == nil && composition.painted.count == 1)
  }
}
