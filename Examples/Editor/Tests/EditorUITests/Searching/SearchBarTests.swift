import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class SearchBarTests: WindowTestCase {
  func testItSaysWhenNothingIsFound() throws {
    try withDocument { window in
      window.search.open()
      XCTAssertFalse(window.search.count.isVisible)
      window.session.search.find("word")
      wait(for: "answer") { window.search.count.isVisible && window.search.count.text == tr("Not found") }
      XCTAssertFalse(window.search.next.isEnabled)
    }
  }

  func testClosingEndsTheSearch() throws {
    try withDocument { window in
      window.search.open()
      window.search.field.text = "word"
      window.session.search.find("word")
      window.search.close()
      XCTAssertEqual(window.session.search.text, "")
      XCTAssertEqual(window.search.field.text, "")
      XCTAssertFalse(window.search.isRevealed)
    }
  }
}
