import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilViewer

/// Pages whose size is not known yet.
@MainActor @Suite struct ViewerLearningTests {
  @Test func thePageThatIsGoneToIsMeasuredBeforeTheOthers() async throws {
    let viewer = try Viewer(Viewer.document(pageCount: 6000))
    await viewer.open()
    let session = viewer.session
    session.viewer.transforms = [:]
    session.viewport.go(to: 5900)
    let page = session.pages[5900]
    #expect(session.viewer.measuredPages.contains(page))
    await wait(until: { session.size(of: page) != nil }, "the page is not measured")
  }

  @Test func aPlaceOnAPageThatIsNotMeasuredIsShownAllTheSame() async throws {
    let viewer = try Viewer()
    await viewer.open()
    let session = viewer.session
    await session.idle()
    await wait(until: { session.viewer.transforms.count == 5 }, "the pages are not measured")
    session.viewport.displayMode = .singlePageContinuous
    session.viewport.zoom(to: 10)
    session.viewer.transforms = [:]
    let rect = PageRect(x: 300, y: 50, width: 20, height: 10)
    session.reveal(rect, on: session.pages[3])
    #expect(session.viewport.currentIndex == 3)
    await wait(
      until: {
        guard let place = session.viewport.viewPoint(ViewPoint(x: 310, y: 445), on: session.pages[3]) else {
          return false
        }
        return (0...800).contains(place.x) && (0...1000).contains(place.y)
      }, "the place is not shown")
  }
}
