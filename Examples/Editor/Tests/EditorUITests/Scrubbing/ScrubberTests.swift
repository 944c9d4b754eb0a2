import CGTK
import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class ScrubberTests: WindowTestCase {
  func testTheStripFollowsThePages() throws {
    try withDocument(pages: 40) { window in
      let strip = window.document.scrubber.strip
      wait(for: "pages") { strip.scrubber.pageCount == 40 }
      XCTAssertEqual(strip.scrubber.width, strip.width)
      window.session.viewport.go(to: 25)
      wait(for: "page") { strip.scrubber.currentIndex == 25 }
    }
  }

  func testAPageThatIsTurnedDoesNotChangeTheShapeOfAll() throws {
    try withDocument(pages: 5) { window in
      let strip = window.document.scrubber.strip
      wait(for: "shape") { abs(strip.scrubber.aspectRatio - 2) < 0.01 }
      window.commands.rotate()
      wait(for: "turn") { window.session.pages.first.flatMap(window.session.size)?.width == 100 }
      wait(for: "strip") { strip.scrubber.slots.count == 5 }
      XCTAssertEqual(strip.scrubber.aspectRatio, 2, accuracy: 0.01)
    }
  }

  func testDraggingVisitsPages() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withDocument(pages: 40) { window in
      let strip = window.document.scrubber.strip
      wait(for: "strip") { strip.scrubber.slots.count > 5 }
      let place = { @MainActor (index: Int) -> String in
        guard let frame = strip.frameInWindow else { return "0 0" }
        return "\(Int(frame.x + strip.scrubber.x(of: index))) \(Int(frame.y + frame.height / 2))"
      }
      Hand.does("mousemove \(place(20)) mousedown 1")
      wait(for: "page") { window.session.viewport.currentIndex == 20 }
      // The number beside the strip has become wider, and the strip becomes shorter with the next frame.
      wait(for: "page") {
        Hand.does("mousemove \(place(30))")
        return window.session.viewport.currentIndex == 30
      }
      XCTAssertTrue(strip.scrubber.isDragging)
      Hand.does("mouseup 1")
      wait(for: "end") { !strip.scrubber.isDragging }
      XCTAssertEqual(window.session.viewport.currentIndex, 30)
    }
  }

  /// A screen reader can set the page, where GTK has a way for it.
  func testAssistiveTechnologyVisitsPages() throws {
    try withDocument(pages: 40) { window in
      let strip = window.document.scrubber.strip
      wait(for: "pages") { strip.scrubber.pageCount == 40 }
      let canBeSet = cgtk_tells_values()
      XCTAssertEqual(canBeSet, gtk_check_version(4, 10, 0) == nil ? 1 : 0)
      XCTAssertEqual(cgtk_set_value_as_assistant(strip.widget, 7), canBeSet)
      XCTAssertEqual(window.session.viewport.currentIndex, canBeSet == 1 ? 6 : 0)
      for page in [0, 41, Double.infinity, .nan, -.infinity] {
        XCTAssertEqual(cgtk_set_value_as_assistant(strip.widget, page), 0, "\(page)")
      }
      XCTAssertEqual(cgtk_set_value_as_assistant(window.document.canvas.widget, 7), 0)
    }
  }

  func testANumberCanBeWritten() throws {
    try withDocument(pages: 12) { window in
      let entry = window.document.scrubber.pageEntry
      wait(for: "number") { entry.button.text == "1 / 12" }
      entry.button.press()
      XCTAssertEqual(entry.visibleName, "entry")
      entry.field.text = "7"
      guard Hand.isThere else { return }
      Hand.does("key Return")
      wait(for: "page") { window.session.viewport.currentIndex == 6 }
      wait(for: "number") { entry.button.text == "7 / 12" && entry.visibleName == "number" }
      Hand.does("key End")
      wait(for: "end") { window.session.viewport.currentIndex == 11 }
      entry.ask()
      Hand.does("key Escape")
      wait(for: "number") { entry.visibleName == "number" }
      XCTAssertEqual(window.session.viewport.currentIndex, 11)
    }
  }
}
