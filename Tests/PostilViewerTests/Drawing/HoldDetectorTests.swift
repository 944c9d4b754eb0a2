import PostilModel
import PostilViewer
import Testing

@Suite struct HoldDetectorTests {
  private func drawn() -> HoldDetector {
    var detector = HoldDetector()
    detector.begin(at: ViewPoint(x: 0, y: 0), time: 1)
    for step in 1...10 {
      detector.move(to: ViewPoint(x: Double(step) * 10, y: 0), time: 1 + Double(step) * 0.02)
    }
    return detector
  }

  @Test func aPenThatTremblesInOnePlaceIsHeldOnce() {
    var detector = drawn()
    for step in 1...20 {
      detector.move(to: ViewPoint(x: 100 + Double(step % 3), y: 1), time: 1.2 + Double(step) * 0.02)
    }
    #expect([1.7, 1.81, 9].map { detector.isHeld(at: $0) } == [false, true, false])
  }

  @Test func aPenThatGoesOnIsNot() {
    var detector = drawn()
    detector.move(to: ViewPoint(x: 110, y: 0), time: 1.7)
    #expect([1.9, 2.31].map { detector.isHeld(at: $0) } == [false, true])
    detector.end()
    #expect([99].map { detector.isHeld(at: $0) } == [false])
  }

  @Test func aPressAloneIsNot() {
    var detector = HoldDetector()
    detector.begin(at: ViewPoint(x: 0, y: 0), time: 1)
    #expect([9, .nan].map { detector.isHeld(at: $0) } == [false, false])
  }
}
