import Foundation
import PostilTestSupport
@testable import PostilViewer
import Testing

struct PageViewportPositionTests {
  @Test(arguments: DisplayMode.allCases)
  func aDocumentIsOpenedWhereItWasLeft(_ mode: DisplayMode) throws {
    var viewport = PageViewport.sample(mode)
    viewport.zoom(to: 2.5)
    viewport.go(to: 6)
    viewport.pan(dx: 33, dy: -444)
    let data = try JSONEncoder().encode(viewport.position)
    var other = PageViewport.sample(mode == .singlePage ? .singlePageContinuous : .singlePage)
    other.restore(try JSONDecoder().decode(PageViewport.Position.self, from: data))
    #expect(other.displayMode == mode)
    #expect(other.visiblePages.map(\.page) == viewport.visiblePages.map(\.page))
    #expect(other.currentFrame?.isNear(viewport.currentFrame) == true)
  }

  @Test func inAnotherWindowTheSameIsInTheCentre() throws {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 2.5)
    viewport.go(to: 6)
    viewport.pan(dx: 33, dy: -444)
    var other = PageViewport.sample(.singlePage, view: ViewSize(width: 300, height: 250))
    other.restore(viewport.position)
    let (now, then) = (other.pagePoint(at: other.centre), viewport.pagePoint(at: viewport.centre))
    #expect(now?.page == then?.page)
    #expect(now?.point.isNear(then?.point) == true)
  }

  @Test func itIsRestoredBeforeAnythingElseIsKnown() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.zoom(to: 2)
    viewport.go(to: 6)
    viewport.pan(dx: 0, dy: -300)
    var late = PageViewport()
    late.restore(viewport.position)
    late.setPages(viewport.pages)
    late.resize(to: viewport.viewSize)
    late.setSizes(Dictionary(uniqueKeysWithValues: viewport.pages.map { ($0, ViewSize.portrait) }))
    #expect(late.currentIndex == 6)
    #expect(late.currentFrame?.isNear(viewport.currentFrame) == true)
  }

  @Test func aPlaceBetweenPagesIsKept() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.pan(dx: 0, dy: -467)  // the centre is 5 below the first page
    var other = viewport
    other.go(to: 5)
    other.restore(viewport.position)
    #expect(other.currentFrame?.isNear(viewport.currentFrame) == true)
    #expect(viewport.position.y > 1)
  }

  @Test func nonsenseLeadsToTheNearestPlaceThereIs() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.restore(.init(pageIndex: .max, x: .nan, y: 1e300, zoom: 1e300))
    #expect(viewport.currentIndex == 9)
    #expect(viewport.zoom == 64)
    #expect(viewport.visiblePages.map(\.index) == [9])
    viewport.restore(.init(pageIndex: .min, x: -.infinity, y: -1e300, zoom: .nan))
    #expect(viewport.currentIndex == 0)
    #expect(viewport.zoom == 64)
    #expect(viewport.visiblePages.map(\.index) == [0])
  }
}
