@testable import PostilViewer
import Testing

struct PageViewportPanningTests {
  @Test func thePageMovesWithTheFinger() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 4)
    let before = viewport.currentFrame
    let rest = viewport.pan(dx: 30, dy: -20)
    #expect(rest == (0, 0))
    #expect(viewport.currentFrame?.x == before.map { $0.x + 30 })
    #expect(viewport.currentFrame?.y == before.map { $0.y - 20 })
  }

  @Test func whatTheLimitsForbidIsLeftOver() {
    var viewport = PageViewport.sample(.singlePage)
    #expect(viewport.panDistances == (left: 0, right: 0, up: 124, down: 0))
    #expect(viewport.pan(dx: 5, dy: 40) == (5, 40))
    #expect(viewport.pan(dx: 0, dy: -130) == (0, -6))
    #expect(viewport.currentFrame?.maxY == 688)
    #expect(viewport.panDistances == (left: 0, right: 0, up: 0, down: 124))
  }

  @Test func theDocumentEndsAGapBeforeTheEdges() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 2)
    viewport.pan(dx: 1e9, dy: 1e9)
    #expect(viewport.currentFrame?.x == 12)
    #expect(viewport.currentFrame?.y == 12)
    viewport.pan(dx: -1e300, dy: -1e300)
    #expect(viewport.currentIndex == 9)
    #expect(viewport.currentFrame.map { [$0.maxX, $0.maxY] } == [988, 688])
  }

  @Test func nonsenseMovesNothing() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.pan(dx: 0, dy: -900)
    let before = viewport
    #expect(viewport.pan(dx: .nan, dy: .infinity) == (0, 0))
    #expect(viewport == before)
  }

  @Test func theCurrentPageIsTheOneInTheCentre() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.pan(dx: 0, dy: -460)  // the centre is at 810, below the first page's lower edge at 812
    #expect(viewport.currentIndex == 0)
    viewport.pan(dx: 0, dy: -10)  // in the gap, nearer to the second page
    #expect(viewport.currentIndex == 1)
    viewport.pan(dx: 0, dy: -812)
    #expect(viewport.currentIndex == 2)
  }

  @Test func aFoundWordComesIntoView() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    let word = ViewRect(x: 100, y: 700, width: 50, height: 20)
    viewport.reveal(word, on: PageID(number: 3))
    let corner = viewport.viewPoint(ViewPoint(x: 150, y: 720), on: PageID(number: 3))
    #expect(corner?.y == 676)
    let before = viewport
    viewport.reveal(word, on: PageID(number: 3))
    #expect(viewport == before)
    viewport.reveal(ViewRect(x: 0, y: 0, width: 10, height: 10), on: PageID(number: 3))
    #expect(viewport.viewPoint(ViewPoint(x: 0, y: 0), on: PageID(number: 3))?.y == 24)
  }

  @Test func aFoundWordOnAnotherPageIsGoneTo() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 4)
    viewport.reveal(ViewRect(x: 500, y: 700, width: 50, height: 20), on: PageID(number: 7))
    #expect(viewport.currentIndex == 6)
    #expect(
      viewport.viewPoint(ViewPoint(x: 550, y: 720), on: PageID(number: 7)) == ViewPoint(x: 976, y: 676))
  }

  @Test func ofWhatIsLargerThanTheViewTheUpperLeftIsShown() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 4)
    viewport.reveal(ViewRect(x: 50, y: 60, width: 400, height: 500), on: PageID(number: 2))
    let corner = viewport.viewPoint(ViewPoint(x: 50, y: 60), on: PageID(number: 2))
    #expect(corner?.isNear(ViewPoint(x: 0, y: 0)) == true)
  }

  @Test func whatCannotBeShownIsIgnored() {
    var viewport = PageViewport.sample(.singlePage)
    let before = viewport
    viewport.reveal(ViewRect(x: 0, y: 0, width: 10, height: 10), on: PageID(number: 99))
    viewport.reveal(ViewRect(x: .nan, y: 0, width: 10, height: 10), on: PageID(number: 2))
    #expect(viewport == before)
  }
}
