import PostilTestSupport
@testable import PostilViewer
import Testing

struct PageViewportPagesTests {
  @Test(arguments: DisplayMode.allCases)
  func everyPageCanBeGoneTo(_ mode: DisplayMode) {
    for zoom in [0.05, 0.3, 1, 4] {
      var viewport = PageViewport.sample(mode)
      viewport.zoom(to: zoom)
      for index in [3, 9, 0, 7] {
        viewport.go(to: index)
        #expect(viewport.currentIndex == index)
        #expect(viewport.visiblePages.contains { $0.index == index })
      }
      for index in 0..<10 {
        viewport.go(to: index)
        viewport.goToNext()
        #expect(viewport.currentIndex == min(index + 1, 9))
      }
      for index in (0..<9).reversed() {
        viewport.goToPrevious()
        #expect(viewport.currentIndex == index)
      }
      viewport.goToPrevious()
      #expect(viewport.currentIndex == 0)
    }
  }

  @Test func placesThatThereAreNotLeadToTheNearest() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.go(to: .max)
    #expect(viewport.currentPage == PageID(number: 10))
    viewport.go(to: .min)
    #expect(viewport.currentPage == PageID(number: 1))
  }

  @Test(arguments: DisplayMode.allCases)
  func aPageIsReachedAtTheEdgeThatIsAskedFor(_ mode: DisplayMode) {
    var viewport = PageViewport.sample(mode)
    viewport.zoom(to: 3)
    viewport.go(to: 4)
    #expect(viewport.currentFrame?.y == 12)
    viewport.go(to: 5, arriving: .bottom)
    #expect(viewport.currentFrame.map { abs($0.maxY - 688) < 1e-6 } == true)
    viewport.go(to: 6, arriving: .left)
    #expect(viewport.currentFrame.map { abs($0.x - 12) < 1e-6 && abs($0.y - 12) < 1e-6 } == true)
    viewport.go(to: 5, arriving: .right)
    #expect(viewport.currentFrame.map { abs($0.maxX - 988) < 1e-6 && abs($0.y - 12) < 1e-6 } == true)
  }

  @Test func sizesThatBecomeKnownDoNotMoveWhatIsInTheCentre() throws {
    let pages = (1...50).map(PageID.init)
    var viewport = PageViewport(
      pages: pages, sizes: [:], viewSize: ViewSize(width: 800, height: 600),
      displayMode: .singlePageContinuous)
    viewport.zoom(to: 1.5)
    viewport.go(to: 25)
    viewport.setSizes([PageID(number: 26): .portrait])
    let before = try #require(viewport.pagePoint(at: viewport.centre))
    viewport.setSizes([
      PageID(number: 1): ViewSize(width: 100, height: 3_000),
      PageID(number: 40): ViewSize(width: 3_000, height: 100),
    ])
    let after = try #require(viewport.pagePoint(at: viewport.centre))
    #expect(after.page == before.page)
    #expect(after.point.isNear(before.point))
    #expect(viewport.size(of: PageID(number: 2)) == ViewSize(width: 100, height: 3_000))
  }

  @Test func sizesThatCannotBeAreLeftOut() {
    var viewport = PageViewport.sample(.singlePage, count: 3)
    let before = viewport
    viewport.setSizes([
      PageID(number: 1): ViewSize(width: .nan, height: 3), PageID(number: 2): .zero,
      PageID(number: 3): ViewSize(width: -5, height: .infinity), PageID(number: 99): .portrait,
    ])
    #expect(viewport.visiblePages == before.visiblePages)
  }

  @Test func aTurnedPageFitsAgain() {
    var viewport = PageViewport.sample(.singlePage, view: ViewSize(width: 824, height: 824))
    viewport.fit(.page)
    #expect(viewport.currentFrame == ViewRect(x: 112, y: 12, width: 600, height: 800))
    viewport.setSizes([PageID(number: 1): ViewSize(width: 800, height: 600)])
    #expect(viewport.currentFrame == ViewRect(x: 12, y: 112, width: 800, height: 600))
  }

  @Test(arguments: DisplayMode.allCases)
  func theViewStaysOnAPageThatMoves(_ mode: DisplayMode) {
    var viewport = PageViewport.sample(mode)
    viewport.zoom(to: 2)
    viewport.go(to: 6)
    viewport.pan(dx: 0, dy: -200)
    let (page, frame) = (viewport.currentPage, viewport.currentFrame)
    viewport.setPages([7, 1, 2, 3, 4, 5, 6, 8, 9, 10].map(PageID.init))
    #expect(viewport.currentPage == page)
    #expect(viewport.currentIndex == 0)
    #expect(viewport.currentFrame?.isNear(frame) == true)
  }

  @Test func ifItsPageIsGoneTheViewStaysAtItsIndex() {
    var viewport = PageViewport.sample(.singlePage, count: 4)
    viewport.go(to: 3)
    viewport.setPages([1, 2, 3].map(PageID.init))
    #expect(viewport.currentPage == PageID(number: 3))
    viewport.go(to: 0)
    viewport.setPages([2, 3].map(PageID.init))
    #expect(viewport.currentPage == PageID(number: 2))
    viewport.setPages([])
    #expect(viewport.currentPage == nil)
    viewport.setPages([8, 9, 8].map(PageID.init))
    #expect(viewport.pages == [8, 9].map(PageID.init))
    #expect(viewport.currentIndex == 0)
  }

  @Test func theLayoutChangesAroundWhatIsInTheCentre() throws {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 2)
    viewport.go(to: 4)
    viewport.pan(dx: 20, dy: -300)
    let before = try #require(viewport.pagePoint(at: viewport.centre))
    viewport.displayMode = .singlePage
    #expect(viewport.visiblePages.count == 1)
    #expect(viewport.pagePoint(at: viewport.centre)?.point.isNear(before.point) == true)
    viewport.displayMode = .singlePageContinuous
    #expect(viewport.pagePoint(at: viewport.centre)?.page == before.page)
    #expect(viewport.pagePoint(at: viewport.centre)?.point.isNear(before.point) == true)
  }

  /// Otherwise the size of a page far away would make everything larger.
  @Test func sizesOfOtherPagesDoNotChangeTheZoom() {
    var viewport = PageViewport.sample(.singlePageContinuous, sizes: [5: ViewSize(width: 300, height: 900)])
    viewport.fit(.width)
    let zoom = viewport.zoom
    viewport.go(to: 4)
    viewport.setSizes([PageID(number: 8): ViewSize(width: 70, height: 70)])
    #expect(viewport.zoom == zoom)
    viewport.setSizes([PageID(number: 5): ViewSize(width: 400, height: 900)])
    #expect(viewport.currentFrame?.width == 976)
  }

  @Test func theLastOfManySmallPagesStaysCurrentUntilTheViewMovesUp() {
    let sizes = Dictionary(uniqueKeysWithValues: (1...10).map { ($0, ViewSize(width: 2_000, height: 50)) })
    var viewport = PageViewport.sample(
      .singlePageContinuous, view: ViewSize(width: 1_000, height: 400), sizes: sizes)
    viewport.go(to: 9)
    viewport.pan(dx: -70, dy: -20)
    #expect(viewport.currentIndex == 9)
    viewport.pan(dx: 0, dy: 20)
    #expect(viewport.currentIndex < 9)
  }
}
