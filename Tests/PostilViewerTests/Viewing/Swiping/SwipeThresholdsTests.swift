@testable import PostilViewer
import Testing

struct SwipeThresholdsTests {
  @Test func thresholdsCanBeSet() {
    var thresholds = SwipeThresholds()
    thresholds.lockDistance = 100
    thresholds.distanceFraction = 0.1
    thresholds.settlingDuration = 0
    var gesture = SwipeGesture.begun(thresholds: thresholds)
    gesture.drag(dx: -99)
    #expect(gesture.phase == .undecided)
    gesture.drag(dx: -200)
    gesture.end(time: 9)
    #expect(gesture.advance(to: 9) == .next)
  }

  @Test func steepSwipesCanBeAllowed() {
    var thresholds = SwipeThresholds()
    thresholds.directionRatio = 0.5
    var gesture = SwipeGesture.begun(thresholds: thresholds)
    gesture.drag(dx: -100, dy: 150)
    #expect(gesture.phase == .swiping)
  }

  @Test func flicksCanBeMadeHarder() {
    var thresholds = SwipeThresholds()
    thresholds.flickVelocity = 2_000
    var gesture = SwipeGesture.begun(thresholds: thresholds)
    gesture.drag(dx: -100, seconds: 0.1)
    gesture.end(time: 0.1)
    #expect(gesture.settle().isEmpty)
  }

  @Test func nonsenseIsTakenForTheUsual() {
    var thresholds = SwipeThresholds()
    thresholds.lockDistance = .nan
    thresholds.directionRatio = -1
    thresholds.distanceFraction = 3
    thresholds.flickVelocity = 0
    thresholds.flickMemory = -.infinity
    thresholds.resistance = 2
    thresholds.settlingDuration = .infinity
    #expect(SwipeGesture(thresholds: thresholds).thresholds == SwipeThresholds())
  }

  @Test func nonsensicalTimesAndPointsAreIgnored() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -400)
    let offset = gesture.offset
    #expect(gesture.move(to: ViewPoint(x: .nan, y: 0), time: 1) == .none)
    #expect(gesture.offset == offset)
    gesture.move(to: ViewPoint(x: 50, y: 500), time: .nan)
    gesture.move(to: ViewPoint(x: 40, y: 500), time: -5)
    gesture.end(time: .infinity)
    #expect(gesture.phase == .settling)
    #expect(gesture.advance(to: .infinity) == .none)
    #expect(gesture.phase == .settling)
    #expect(gesture.settle() == [.next])
    #expect(gesture.begin(at: ViewPoint(x: .infinity, y: 0), time: 9) == .none)
    #expect(gesture.phase == .idle)
  }
}
