import CGTK
import EditorTestSupport
import Observation
import XCTest

@testable import GTKKit

@Observable
@MainActor
private final class Model {
  var text = "one"
  var other = 0
}

@preconcurrency @MainActor
final class ObservingTests: GTKTestCase {
  func testWidgetFollowsTheModel() {
    let (model, label) = (Model(), Label())
    label.observe { [unowned label] in label.text = model.text }
    XCTAssertEqual(label.text, "one")
    model.text = "two"
    wait(for: "new text") { label.text == "two" }
    model.text = "three"
    wait(for: "newer text") { label.text == "three" }
  }

  func testSeveralChangesAreFollowedOnce() {
    let (model, label) = (Model(), Label())
    var count = 0
    label.observe {
      _ = (model.text, model.other)
      count += 1
    }
    for number in 1...10 {
      model.text = "\(number)"
      model.other = number
    }
    wait(for: "run") { count > 1 }
    var isLater = false
    MainLoop.soon(.idle) { isLater = true }
    wait(for: "idle moment") { isLater }
    XCTAssertEqual(count, 2)
  }

  func testAFrameShowsWhatTheEventsBeforeItChanged() throws {
    let (model, label, window) = (Model(), Label(), Window())
    label.observe { [unowned label] in label.text = model.text }
    window.setContent(label)
    window.present()
    defer { window.destroy() }
    wait(for: "window") { window.width > 0 }
    var shown: [String] = []
    let clock = try XCTUnwrap(window.frameClock)
    // The frame is asked for already, so the loop may do nothing else before it.
    clock.on("flush-events") { model.text = "moved" }
    // A frame that was asked for earlier may be painted before the events are delivered.
    clock.on("after-paint") { if model.text == "moved" { shown.append(label.text) } }
    label.queueDraw()
    clock.requestFrame()
    wait(for: "frame") { !shown.isEmpty }
    XCTAssertEqual(shown.first, "moved")
  }

  func testItEndsWithTheOwner() {
    let model = Model()
    var count = 0
    do {
      let label = Label()
      label.observe { count += model.other * 0 + 1 }
    }
    model.other = 1
    var isLater = false
    MainLoop.soon(.idle) { isLater = true }
    wait(for: "idle moment") { isLater }
    XCTAssertEqual(count, 1)
  }

  func testItEndsWhenTheWindowIsDestroyed() {
    let (model, label) = (Model(), Label())
    var count = 0
    label.observe { count += model.other * 0 + 1 }
    let window = Window()
    window.setContent(label)
    window.observe { count += model.other * 0 + 10 }
    window.destroy()
    model.other = 1
    var isLater = false
    MainLoop.soon(.idle) { isLater = true }
    wait(for: "idle moment") { isLater }
    // The label is still held here, and goes on; the window does not.
    XCTAssertEqual(count, 12)
  }
}

extension Object {
  /// Has a frame clock tell of events and paint.
  fileprivate func requestFrame() {
    gdk_frame_clock_request_phase(
      c(),
      GdkFrameClockPhase(GDK_FRAME_CLOCK_PHASE_FLUSH_EVENTS.rawValue | GDK_FRAME_CLOCK_PHASE_PAINT.rawValue))
  }
}
