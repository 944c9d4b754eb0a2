import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Going from match to match.
@MainActor @Suite struct ViewerSearchTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  /// Pages 2, 4 and 5 have the word, page 4 twice.
  init() async throws {
    var document = Viewer.document()
    for (index, words) in [(1, ["Sonata"]), (3, ["sonata", "sonata"]), (4, ["SONATA"])] {
      document.pages[index].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
      document.pages[index].content = words.enumerated().map { line, word in
        "BT /F 20 Tf 50 \(400 - 100 * line) Td (\(word)) Tj ET"
      }.joined(separator: " ")
    }
    viewer = try Viewer(document)
    await viewer.open()
  }

  private func found() async {
    await wait(until: { !session.search.isSearching }, "the search does not end")
  }

  @Test func matchesStandInTheOrderOfTheDocument() async {
    session.viewport.go(to: 2)
    session.search.find("sonata")
    await found()
    #expect(session.search.matches.map(\.pageIndex) == [1, 3, 3, 4])
    #expect(session.search.matchCount == 4)
    #expect(session.search.progress == 1)
  }

  @Test func theFirstMatchAfterTheCurrentPageIsShown() async {
    session.viewport.go(to: 2)
    session.search.find("sonata")
    await found()
    #expect(session.search.currentIndex == 1)
    #expect(session.viewport.currentIndex == 3)
  }

  @Test func nextAndPreviousGoAround() async {
    session.search.find("sonata")
    await found()
    var pages = [session.viewport.currentIndex]
    for _ in 0..<4 {
      session.search.next()
      pages.append(session.viewport.currentIndex)
    }
    #expect(pages == [1, 3, 3, 4, 1])
    session.search.previous()
    #expect(session.viewport.currentIndex == 4)
  }

  @Test func matchesAreFoundByPage() async throws {
    session.search.find("sonata")
    await found()
    #expect(session.search.matches(on: session.pages[3]).count == 2)
    #expect(session.search.matches(on: session.pages[0]).isEmpty)
  }

  @Test func matchesStayOnTheirPagesWhenThoseAreMoved() async throws {
    session.search.find("sonata")
    await found()
    let page = session.pages[1]
    session.move(page, to: 4)
    await session.idle()
    session.search.next()
    session.search.previous()
    #expect(session.viewport.currentPage == page)
  }

  @Test func anotherTextBeginsAnew() async {
    session.search.find("sonata")
    session.search.find("nowhere")
    await found()
    #expect(session.search.matchCount == 0 && session.search.current == nil)
    session.search.next()
    session.search.find("   ")
    #expect(!session.search.isSearching)
  }

  @Test func aLimitEndsTheSearch() async {
    session.search.matchLimit = 2
    session.search.find("sonata")
    await found()
    #expect(session.search.isCutShort)
    #expect(session.search.matchCount == 3)
  }

  @Test func caseCountsIfAsked() async {
    session.search.options = []
    session.search.find("sonata")
    await found()
    #expect(session.search.matches.map(\.pageIndex) == [3, 3])
  }
}
