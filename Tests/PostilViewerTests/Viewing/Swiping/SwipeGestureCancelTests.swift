@testable import PostilViewer
import Testing

/// A finger may be taken away at any time: everything is as it was before.
struct SwipeGestureCancelTests {
  @Test func anIdleGestureStaysIdle() {
    var gesture = SwipeGesture()
    let before = gesture
    gesture.cancel(time: 0)
    #expect(gesture == before)
  }

  @Test func whatIsNotDecidedIsOver() {
    var gesture = SwipeGesture.begun()
    gesture.cancel(time: 1)
    #expect(gesture.phase == .idle)
  }

  @Test func aPanIsOver() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: 0, dy: 100)
    gesture.cancel(time: 1)
    #expect(gesture.phase == .idle)
    #expect(gesture.move(to: ViewPoint(x: 0, y: 0), time: 2) == .none)
  }

  @Test func aSwipeGoesBack() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -900, seconds: 0.1)
    gesture.cancel(time: 0.1)
    #expect(gesture.phase == .settling)
    #expect(gesture.offset == -892)
    #expect(gesture.settle().isEmpty)
    #expect(gesture.phase == .idle)
    #expect(gesture.offset == 0)
  }

  @Test func aPageOnItsWayToTheNextTurnsRound() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -900)
    gesture.end(time: 1)
    #expect(gesture.advance(to: 1.1) == .none)
    let offset = gesture.offset
    gesture.cancel(time: 1.1)
    #expect(gesture.offset == offset)
    #expect(gesture.settle().isEmpty)
    #expect(gesture.offset == 0)
    #expect(gesture.begin(at: ViewPoint(x: 0, y: 0), time: 9) == .none)
  }

  @Test func aPageOnItsWayBackKeepsItsPace() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -200)
    gesture.end(time: 2)
    _ = gesture.advance(to: 2.2)
    let before = gesture
    gesture.cancel(time: 2.2)
    #expect(gesture == before)
  }

  @Test func itCanBeBackAtOnce() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -900)
    gesture.end(time: 1)
    gesture.reset()
    #expect(gesture.phase == .idle)
    #expect(gesture.offset == 0)
    #expect(gesture.settle().isEmpty)
  }
}
