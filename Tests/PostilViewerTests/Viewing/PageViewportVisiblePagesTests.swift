@testable import PostilViewer
import Testing

struct PageViewportVisiblePagesTests {
  @Test func inALongDocumentThePagesInViewAreFound() {
    var viewport = PageViewport.sample(.singlePageContinuous, count: 6_680)
    for zoom in [0.05, 0.1, 1, 5] {
      viewport.zoom(to: zoom)
      for index in [0, 1, 17, 3_333, 6_678, 6_679] {
        viewport.go(to: index)
        let all = viewport.pages.enumerated().filter { _, page in
          guard let frame = viewport.frame(of: page) else { return false }
          return frame.y < 700 && frame.maxY > 0
        }
        #expect(viewport.visiblePages.map(\.index) == all.map(\.offset))
        #expect(viewport.visiblePages.map(\.page) == all.map(\.element))
      }
    }
  }

  @Test func gapsAreAsWideAtEveryZoom() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    for zoom in [0.05, 0.3, 0.4] {
      viewport.zoom(to: zoom)
      let frames = viewport.visiblePages.map(\.frame)
      #expect(frames.count > 1)
      for (upper, lower) in zip(frames, frames.dropFirst()) { #expect(abs(lower.y - upper.maxY - 12) < 1e-9) }
    }
  }

  @Test func narrowPagesAreInTheMiddleAndMayBeOutOfView() {
    var viewport = PageViewport.sample(
      .singlePageContinuous, sizes: [2: ViewSize(width: 100, height: 50)])
    #expect(viewport.frame(of: PageID(number: 2)).map { $0.x + $0.width / 2 } == 500)
    viewport.zoom(to: 8)
    viewport.go(to: 1)
    viewport.pan(dx: 10_000, dy: 0)
    #expect(viewport.currentIndex == 1)
    #expect(!viewport.visiblePages.contains { $0.index == 1 })
  }

  @Test func aPageIsFoundByAPoint() {
    let viewport = PageViewport.sample(.singlePageContinuous, view: ViewSize(width: 1_000, height: 900))
    #expect(viewport.visiblePage(at: ViewPoint(x: 200, y: 12))?.index == 0)
    #expect(viewport.visiblePage(at: ViewPoint(x: 199, y: 12)) == nil)
    #expect(viewport.visiblePage(at: ViewPoint(x: 500, y: 818)) == nil)
    #expect(viewport.visiblePage(at: ViewPoint(x: 799, y: 824))?.index == 1)
    #expect(viewport.visiblePage(at: ViewPoint(x: .nan, y: 0)) == nil)
  }

  @Test func pointsLeadBackAndForth() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 2)
    let page = PageID(number: 1)
    #expect(viewport.viewPoint(ViewPoint(x: 0, y: 0), on: page).map { [$0.x] } == [-100])
    let pen = ViewPoint(x: 5_000, y: -70)  // beside the page
    let there = viewport.pagePoint(at: pen, on: page)
    #expect(there.flatMap { viewport.viewPoint($0, on: page) }?.isNear(pen) == true)
    #expect(viewport.viewPoint(ViewPoint(x: 0, y: 0), on: PageID(number: 2)) == nil)
    #expect(viewport.pagePoint(at: ViewPoint(x: 500, y: -1_000)) == nil)
  }

  @Test func framesCanBeginAtWholePixels() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.resize(to: viewport.viewSize, pixelRatio: 2)
    let rect = viewport.alignedToPixels(ViewRect(x: 10.3, y: -0.2, width: 5.1, height: 6.2))
    #expect(rect == ViewRect(x: 10.5, y: 0, width: 5.1, height: 6.2))
  }

  @Test func whatRoundingLeavesOfAPageIsNotSeen() {
    var viewport = PageViewport.sample(.singlePageContinuous, view: ViewSize(width: 777, height: 333))
    for step in 0..<40 {
      viewport.zoom(to: 1 + 0.0371 * Double(step))
      for index in 0..<9 {
        viewport.go(to: index)
        #expect(viewport.visiblePages.map(\.index) == [index])
      }
    }
  }
}
