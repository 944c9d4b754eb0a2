import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class GridFlingTests: XCTestCase {
  /// A finger that scrolls by an amount every 10 ms, ten times.
  private func finger(step: Double, pause: Double = 0) -> GridFling {
    var fling = GridFling()
    for place in 0...10 { fling.note(Double(place) * step, at: Double(place) * 0.01) }
    fling.start(at: 0.1 + pause)
    return fling
  }

  func testItGoesOnAsFastAsTheFinger() {
    var fling = finger(step: 10)
    XCTAssertEqual(fling.speed, 1000, accuracy: 1)
    XCTAssertEqual(fling.advance(to: 5), 0)
    XCTAssertEqual(fling.advance(to: 5.016), 16, accuracy: 0.1)
    XCTAssertLessThan(fling.speed, 1000)
  }

  func testItComesToAnEnd() {
    var fling = finger(step: -10)
    var (way, frames) = (0.0, 0)
    while fling.isMoving, frames < 1000 {
      way += fling.advance(to: Double(frames) / 60)
      frames += 1
    }
    XCTAssertLessThan(frames, 120)
    XCTAssertEqual(way, -315, accuracy: 30)
  }

  func testAFingerThatRestedLeavesItThere() {
    XCTAssertFalse(finger(step: 10, pause: 0.2).isMoving)
    XCTAssertFalse(finger(step: 0.1).isMoving)
    XCTAssertFalse(GridFling().isMoving)
  }

  func testItIsNeverTooFast() { XCTAssertEqual(finger(step: 1000).speed, 8000) }
}
