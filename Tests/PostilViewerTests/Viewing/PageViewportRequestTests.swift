@testable import PostilViewer
import Testing

struct PageViewportRequestTests {
  @Test func onlyTheVisiblePartOfAPageIsRendered() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.resize(to: viewport.viewSize, pixelRatio: 2)
    viewport.zoom(to: 4)
    viewport.go(to: 0, arriving: .left)
    #expect(viewport.request.scale == 8)
    #expect(viewport.request.areas.map(\.page) == [PageID(number: 1)])
    let rect = viewport.request.areas.first?.rect
    #expect(rect?.isNear(ViewRect(x: 0, y: 0, width: 1_976, height: 1_376)) == true)
  }

  @Test func aWholePageIsRenderedWithoutWhatIsAroundIt() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 0.5)
    #expect(viewport.request.areas.map(\.rect) == [ViewRect(x: 0, y: 0, width: 300, height: 400)])
  }

  @Test func thePagesNearestToTheCentreComeFirst() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 0.25)
    viewport.go(to: 4)
    #expect(viewport.visiblePages.map(\.index) == [2, 3, 4, 5, 6])
    viewport.pan(dx: 0, dy: 10)
    #expect(viewport.request.areas.map(\.page.number) == [5, 4, 6, 3, 7])
    viewport.pan(dx: 0, dy: -20)
    #expect(viewport.request.areas.map(\.page.number) == [5, 6, 4, 7, 3])
  }

  @Test func aNeighbourOfAnotherSizeIsRenderedAtTheSameScale() {
    var viewport = PageViewport.sample(.singlePage, sizes: [2: ViewSize(width: 2_000, height: 100)])
    viewport.fit(.page)
    viewport.swipeOffset = -viewport.swipeDistance
    let scale = viewport.zoom
    #expect(viewport.request.areas.map(\.page) == [PageID(number: 2)])
    let rect = viewport.request.areas.first?.rect
    #expect(rect?.isNear(ViewRect(x: 0, y: 0, width: 2_000 * scale, height: 100 * scale)) == true)
  }
}
