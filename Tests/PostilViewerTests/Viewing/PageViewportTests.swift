@testable import PostilViewer
import Testing

struct PageViewportTests {
  @Test func aDocumentBeginsWithItsFirstPageAsLargeAsTheViewAllows() {
    let viewport = PageViewport(
      pages: [PageID(number: 1), PageID(number: 2)],
      sizes: [PageID(number: 1): .portrait], viewSize: ViewSize(width: 1_000, height: 824))
    #expect(viewport.fit == .page)
    #expect(viewport.zoom == 1)
    #expect(viewport.currentFrame == ViewRect(x: 200, y: 12, width: 600, height: 800))
  }

  @Test func aContinuousLayoutBeginsAtTheTopAsWideAsTheView() {
    let viewport = PageViewport(
      pages: [PageID(number: 1), PageID(number: 2)],
      sizes: [PageID(number: 1): .portrait, PageID(number: 2): .portrait],
      viewSize: ViewSize(width: 624, height: 900), displayMode: .singlePageContinuous)
    #expect(viewport.fit == .width)
    #expect(
      viewport.visiblePages.map(\.frame) == [
        ViewRect(x: 12, y: 12, width: 600, height: 800), ViewRect(x: 12, y: 824, width: 600, height: 800),
      ])
  }

  @Test func viewSizesAndPagesMayComeInAnyOrder() {
    let pages = (1...5).map(PageID.init)
    let sizes = Dictionary(uniqueKeysWithValues: pages.map { ($0, ViewSize.portrait) })
    let view = ViewSize(width: 900, height: 500)
    let expected = PageViewport(
      pages: pages, sizes: sizes, viewSize: view, displayMode: .singlePageContinuous)
    var viewport = PageViewport(displayMode: .singlePageContinuous)
    viewport.resize(to: view)
    viewport.setPages(pages)
    viewport.setSizes(sizes)
    #expect(viewport.visiblePages == expected.visiblePages)

    viewport = PageViewport(displayMode: .singlePageContinuous)
    viewport.setSizes(sizes)
    viewport.setPages(pages)
    viewport.resize(to: view)
    #expect(viewport.visiblePages == expected.visiblePages)
  }

  @Test(arguments: DisplayMode.allCases)
  func withoutPagesNothingIsSeen(_ mode: DisplayMode) {
    var viewport = PageViewport(viewSize: ViewSize(width: 800, height: 600), displayMode: mode)
    viewport.pan(dx: 10, dy: 10)
    viewport.zoomIn()
    viewport.fit(.width)
    viewport.goToNext()
    viewport.swipeOffset = 20
    #expect(viewport.currentPage == nil)
    #expect(viewport.currentIndex == 0)
    #expect(viewport.visiblePages.isEmpty)
    #expect(viewport.request.areas.isEmpty)
    #expect(viewport.visiblePage(at: viewport.centre) == nil)
    #expect(viewport.swipeOffset == 0)
  }

  @Test(arguments: DisplayMode.allCases)
  func aViewWithoutSizeIsKeptAndShowsNothing(_ mode: DisplayMode) {
    var viewport = PageViewport.sample(mode)
    viewport.go(to: 4)
    let before = viewport
    for size in [ViewSize(width: 0, height: 300), ViewSize(width: 300, height: 0), .zero] {
      viewport.resize(to: size)
      #expect(viewport.viewSize == size)
      #expect(viewport.visiblePages.isEmpty)
      #expect(viewport.currentIndex == 4)
    }
    viewport.resize(to: before.viewSize)
    #expect(viewport == before)
  }

  @Test func aPageIsGoneToBeforeThereIsAView() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    var late = PageViewport.sample(.singlePageContinuous, view: .zero)
    late.go(to: 5)
    late.resize(to: viewport.viewSize)
    viewport.go(to: 5)
    #expect(late.visiblePages == viewport.visiblePages)
  }
}
