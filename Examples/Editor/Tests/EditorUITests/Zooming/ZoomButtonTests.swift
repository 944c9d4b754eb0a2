import EditorTestSupport
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class ZoomButtonTests: WindowTestCase {
  func testItShowsTheZoom() throws {
    try withDocument { window in
      let button = window.document.scrubber.zoom
      for (zoom, text) in [(1.0, "100 %"), (0.333, "33 %"), (12, "1,200 %")] {
        window.session.viewport.zoom(to: zoom)
        wait(for: text) { button.text == text }
      }
    }
  }

  func testWhatIsChosenIsWhatIsMarked() throws {
    try withDocument { window in
      for choice in ["50", "200", "page", "width", "400"] {
        window.session.viewport.choose(choice)
        XCTAssertEqual(window.session.viewport.zoomChoice, choice)
      }
      let zoom = window.session.viewport.zoom
      window.session.viewport.choose("no number")
      XCTAssertEqual(window.session.viewport.zoom, zoom)
    }
  }
}
