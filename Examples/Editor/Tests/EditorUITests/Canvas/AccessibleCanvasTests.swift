import EditorTestSupport
import GTKKit
import Postil
import PostilViewer
import XCTest

@testable import EditorUI

/// What assistive technology is told of the pages. That readers get it is seen with a reader: `make try-screen-reader`.
@preconcurrency @MainActor
final class AccessibleCanvasTests: WindowTestCase {
  func testNothingIsToldUntilSomebodyAsks() throws {
    try withDocument { window in
      let (session, canvas) = (window.session, window.document.canvas)
      let page = try XCTUnwrap(canvas as? PageCanvas)
      let accessible = try XCTUnwrap(page.accessible)
      XCTAssertTrue(session.accessibility.pages.isEmpty && accessible.areaCount == 0)
      accessible.asked()
      // Pages come in any order.
      wait(for: "current page") {
        session.viewport.currentPage.map { session.accessibility[$0] != nil } ?? false
      }
      if AccessiblePageArea.isSupported {
        wait(for: "areas") { accessible.areaCount > 0 && page.children.first is AccessiblePageArea }
        XCTAssertNil(accessible.description)
      } else {
        // There is no text on the page.
        XCTAssertEqual(accessible.description, "")
        XCTAssertEqual(accessible.areaCount, 0)
      }
      session.viewport.go(to: 2)
      wait(for: "last page") { session.accessibility[session.pages[2]] != nil }
      session.close()
      wait(for: "no pages") { accessible.areaCount == 0 && session.accessibility.pages.isEmpty }
    }
  }

  func testItemsHaveWhatNodesHave() throws {
    var heading = AccessibleNode(.heading, "Title", bounds: PageRect(x: 50, y: 50, width: 100, height: 25))
    heading.level = 2
    var box = AccessibleNode(.checkBox, "Agree")
    box.state = [.checked, .required]
    var comment = AccessibleNode(.comment, "why")
    (comment.kind, comment.detail) = (.highlight, "Ann")
    let transform = PageTransform(
      cropBox: PageRect(x: 0, y: 0, width: 200, height: 100), rotation: .none, scale: 1)
    let items = AccessibleItems(transform, of: [heading, box, comment]).all
    XCTAssertEqual(items.map(\.name), ["Title", "Agree", "Highlight: why"])
    XCTAssertEqual(items[0].level, 2)
    XCTAssertEqual(items[0].frame, Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))
    XCTAssertEqual(items.map(\.isChecked), [nil, true, nil])
    XCTAssertEqual(items.map(\.isRequired), [false, true, false])
    XCTAssertEqual(items[2].detail, "Ann")
  }
}
