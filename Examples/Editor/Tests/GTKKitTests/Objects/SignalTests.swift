import CGTK
import EditorTestSupport
import XCTest

@testable import GTKKit

@preconcurrency @MainActor
final class SignalTests: GTKTestCase {
  func testHandlerIsCalledUntilItIsDisconnected() {
    let button = Button("Press")
    var count = 0
    let connection = button.onClick { count += 1 }
    press(button)
    press(button)
    XCTAssertEqual(count, 2)
    connection.blocked { press(button) }
    XCTAssertEqual(count, 2)
    connection.disconnect()
    press(button)
    XCTAssertEqual(count, 2)
  }

  func testArgumentsArrive() {
    let drag = DragGesture()
    var place: Point?
    drag.onBegin { place = $0 }
    emit(drag, "drag-begin", 3, 4)
    XCTAssertEqual(place, Point(x: 3, y: 4))
  }

  func testHandlerMayTakeFewerArguments() {
    let drag = DragGesture()
    var x = 0.0
    drag.on("drag-begin") { (value: Double) in x = value }
    emit(drag, "drag-begin", 3, 4)
    XCTAssertEqual(x, 3)
  }

  func testArgumentsOfAnotherTypeAreToldAndNotGuessed() {
    let drag = DragGesture()
    var isCalled = false
    drag.on("drag-begin") { (_: String) in isCalled = true }
    emit(drag, "drag-begin", 3, 4)
    XCTAssertFalse(isCalled)
    XCTAssertEqual(Complaints.all.count, 1)
    Complaints.all = []
  }

  func testAnswersAreGiven() {
    let window = Window()
    window.onClose { true }
    window.present()
    window.close()
    XCTAssertTrue(window.isVisible)
    window.destroy()
  }

  func testClosureIsFreedWithTheObject() {
    final class Token {}
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      let button = Button("Press")
      button.onClick { _ = token }
    }
    XCTAssertNil(seen)
  }

  func testClosureIsFreedWhenItIsDisconnected() {
    final class Token {}
    weak var seen: Token?
    let button = Button("Press")
    do {
      let token = Token()
      seen = token
      button.onClick { _ = token }.disconnect()
    }
    XCTAssertNil(seen)
  }

  func testChangesOfPropertiesAreTold() {
    let label = Label("one")
    var count = 0
    label.onChange(of: "label") { count += 1 }
    label.text = "two"
    XCTAssertEqual(count, 1)
  }

  private func press(_ button: Button) {
    var (values, result) = ([GValue()], GValue())
    g_value_init(&values[0], button.typeOfInstance)
    g_value_set_object(&values[0], button.handle)
    g_signal_emitv(values, g_signal_lookup("clicked", button.typeOfInstance), 0, &result)
    g_value_unset(&values[0])
  }

  private func emit(_ object: Object, _ signal: String, _ arguments: Double...) {
    var (values, result) = ([GValue()], GValue())
    g_value_init(&values[0], object.typeOfInstance)
    g_value_set_object(&values[0], object.handle)
    for argument in arguments {
      var value = GValue()
      g_value_init(&value, Fundamental.double)
      g_value_set_double(&value, argument)
      values.append(value)
    }
    g_signal_emitv(values, g_signal_lookup(signal, object.typeOfInstance), 0, &result)
    g_value_unset(&values[0])
  }
}
