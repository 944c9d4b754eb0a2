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
    session.movePages([page], to: 4)
    await session.idle()
    session.search.next()
    session.search.previous()
    #expect(session.viewport.currentPage == page)
  }

  @Test func matchesStandInTheOrderThatThePagesGet() async throws {
    session.viewport.go(to: 2)
    session.search.find("sonata")
    await found()
    // The first of the two on the fourth page.
    let current = try #require(session.search.current)
    let pages = session.pages
    session.movePages([pages[4]], to: 0)
    session.movePages([pages[1]], to: 4)
    await session.idle()
    #expect(session.pages == [pages[4], pages[0], pages[2], pages[3], pages[1]])
    #expect(session.search.matches.map(\.page) == [pages[4], pages[3], pages[3], pages[1]])
    #expect(session.search.matches.map(\.pageIndex) == [0, 3, 3, 4])
    #expect(session.search.currentIndex == 1)
    #expect(session.search.current?.range == current.range && session.search.current?.page == current.page)
    #expect(session.search.matches(on: pages[1]).map(\.pageIndex) == [4])
    session.undo()
    await session.idle()
    #expect(session.search.matches.map(\.pageIndex) == [0, 2, 4, 4])
    #expect(session.search.currentIndex == 2)
    session.search.next()
    session.search.next()
    #expect(session.search.currentIndex == 0 && session.search.current?.page == pages[4])
  }

  @Test func matchesGoWithTheirPagesAndComeBack() async throws {
    session.viewport.go(to: 2)
    session.search.find("sonata")
    await found()
    let pages = session.pages
    session.search.next()
    #expect(session.search.currentIndex == 2)
    session.search.setPages([pages[0], pages[1], pages[2], pages[4]])
    #expect(session.search.matches.map(\.pageIndex) == [1, 3])
    #expect(session.search.currentIndex == 1 && session.search.current?.page == pages[4])
    #expect(session.search.matches(on: pages[3]).isEmpty)
    session.search.setPages([pages[0], pages[1]])
    #expect(session.search.currentIndex == 0 && session.search.matchCount == 1)
    session.search.setPages([pages[0]])
    #expect(session.search.current == nil && session.search.matchCount == 0)
    session.search.next()
    session.search.setPages(pages)
    #expect(session.search.matches.map(\.pageIndex) == [1, 3, 3, 4])
    #expect(!session.search.isSearching)
  }

  @Test func pagesThatComeInAreSearched() async throws {
    let pages = session.pages
    session.editor.pages = Array(pages.dropLast(2))
    session.search.find("sonata")
    await found()
    #expect(session.search.matchCount == 1)
    session.editor.pages = pages
    session.search.setPages(pages)
    await found()
    #expect(session.search.matches.map(\.pageIndex) == [1, 3, 3, 4])
    #expect(session.search.currentIndex == 0 && session.search.progress == 1)
    #expect(session.viewport.currentIndex == 1)
  }

  @Test func pagesThatComeInWhileTheSearchGoesOnAreSearchedToo() async throws {
    let pages = session.pages
    session.editor.pages = Array(pages.dropLast(2))
    session.search.find("sonata")
    session.editor.pages = pages
    session.search.setPages(pages)
    await found()
    #expect(session.search.matchCount == 4)
  }

  @Test func matchesThatComeBeforeTheCurrentOneCount() async throws {
    session.viewport.go(to: 3)
    session.search.find("sonata")
    // Before anything was found the second page goes to the end.
    let pages = session.pages
    session.search.setPages([pages[4], pages[0], pages[2], pages[3], pages[1]])
    await found()
    #expect(session.search.current?.page == pages[3])
    #expect(session.search.currentIndex == 1)
    #expect(session.search.matches.map(\.pageIndex) == [0, 3, 3, 4])
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
