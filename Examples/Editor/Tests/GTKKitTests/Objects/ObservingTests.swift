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
