import CGTK
import EditorTestSupport
import XCTest

@testable import GTKKit

/// A widget that counts how many of it there are.
@MainActor
private final class Counted: Box {
  static var count = 0
  init() {
    Self.count += 1
    super.init(.vertical)
  }
  isolated deinit { Self.count -= 1 }
}

@preconcurrency @MainActor
final class ObjectTests: GTKTestCase {
  func testSwiftSideThatNobodyKeepsGoesWithIt() {
    _ = Counted()
    XCTAssertEqual(Counted.count, 0)
  }

  /// A string of Swift is gone after the call that it was made for, and GLib would compare with what took its place.
  func testTheNameThatTheSwiftSideIsKeptUnderIsGLibsOwn() {
    _ = Box(.horizontal)
    let name = "postil-swift-side"
    XCTAssertEqual(g_quark_to_string(g_quark_try_string(name)).map { String(cString: $0) }, name)
  }

  func testParentKeepsTheSwiftSide() {
    let box = Box(.horizontal)
    box.append(Counted())
    XCTAssertEqual(Counted.count, 1)
    let child = Object.wrapper(of: box.firstChild) as? Counted
    XCTAssertNotNil(child)
  }

  func testParentLetsGoOfIt() {
    let box = Box(.horizontal)
    var child: Counted? = Counted()
    child.map { box.append($0) }
    child.map { box.remove($0) }
    XCTAssertEqual(Counted.count, 1)
    child = nil
    XCTAssertEqual(Counted.count, 0)
  }

  func testDestroyedWindowFreesWhatIsInIt() {
    weak var seen: Counted?
    autoreleased {
      let content = Counted()
      seen = content
      let window = show(content)
      content.on("map") { [weak content] in content?.queueDraw() }
      window.destroy()
    }
    wait(for: "end of the widget") { seen == nil }
    XCTAssertEqual(Counted.count, 0)
  }

  private func autoreleased(_ body: () -> Void) { body() }

  func testPropertiesAreReadAndSet() {
    let label = Label("one")
    label["label"] = "two"
    XCTAssertEqual(label.text, "two")
    XCTAssertEqual(label["label"], "two")
    label["max-width-chars"] = 7
    XCTAssertEqual(label.maximumLetters, 7)
    label["xalign"] = 0.25
    XCTAssertEqual(label["xalign"], 0.25)
    label["wrap"] = true
    XCTAssertTrue(label.wraps)
    XCTAssertNil(label["no-such-thing"] as Int?)
    XCTAssertNil(label["wrap"] as String?)
  }
}
