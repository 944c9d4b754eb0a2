import EditorTestSupport
import XCTest

@testable import GTKKit

@MainActor
private final class Pad: CustomWidget {
  let drag = DragGesture()
  private(set) var places: [Point] = []
  private(set) var events = 0
  private(set) var ends = 0
  private(set) var pressures: [Double?] = []

  init() {
    super.init()
    drag.onBegin { [weak self] in self?.places.append($0) }
    drag.onMove { [weak self] in self?.moved($0) }
    drag.onEnd { [weak self] _ in self?.ends += 1 }
    add(drag)
  }

  private func moved(_ offset: Point) {
    if let event = drag.lastEvent { pressures.append(event.pressure) }
    guard let start = drag.start, let event = drag.lastEvent, let last = event.surfacePoint else { return }
    events += 1
    let here = Point(x: start.x + offset.x, y: start.y + offset.y)
    for sample in event.history {
      places.append(Point(x: sample.point.x - last.x + here.x, y: sample.point.y - last.y + here.y))
    }
    if event.history.last?.point != last { places.append(here) }
  }
}

@preconcurrency @MainActor
final class PointerTests: GTKTestCase {
  func testEveryPlaceOfADragArrivesHoweverFastItIs() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let pad = Pad()
    let window = show(pad)
    XCTAssertTrue(Hand.does("mousemove 20 30 mousedown 1"))
    wait(for: "drag") { pad.places.count == 1 }
    let moves = (1...60).map { "mousemove \(20 + $0 * 2) \(30 + $0)" }.joined(separator: " ")
    XCTAssertTrue(Hand.does(moves, "mouseup 1"))
    wait(for: "end of the drag") { pad.ends == 1 }
    let start = pad.places[0]
    let expected = (0...60).map { Point(x: start.x + Double($0) * 2, y: start.y + Double($0)) }
    XCTAssertEqual(pad.places, expected)
    window.destroy()
    // A machine that is slow to move the pointer gives GTK the time for all movements.
    if pad.events >= 60 { throw XCTSkip("Nothing was left out, and there was nothing to fill in.") }
  }

  /// When the surface below the pointer changes, GTK makes up a movement, which has no axes.
  func testAMovementThatGTKMadeUpHasNoPressure() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let pad = Pad()
    let window = show(pad)
    XCTAssertTrue(Hand.does("mousemove 20 30 mousedown 1 mousemove 40 50"))
    wait(for: "drag") { !pad.pressures.isEmpty }
    let known = pad.pressures.count
    var width = 400
    wait(for: "movement that nobody made") {
      width += 2
      pad.setMinimumSize(width: width, height: 300)
      return pad.pressures.count > known
    }
    XCTAssertEqual(pad.pressures.compactMap(\.self), [])
    XCTAssertTrue(Hand.does("mouseup 1"))
    wait(for: "end of the drag") { pad.ends == 1 }
    window.destroy()
  }
}
