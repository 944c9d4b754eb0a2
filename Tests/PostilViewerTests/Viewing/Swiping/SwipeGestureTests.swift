@testable import PostilViewer
import Testing

struct SwipeGestureTests {
  @Test func aLongWayToTheLeftLeadsToTheNextPage() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -400)
    #expect(gesture.phase == .swiping)
    #expect(gesture.offset == -392)
    gesture.end(time: 2)
    #expect(gesture.phase == .settling)
    #expect(gesture.settle() == [.next])
    #expect(gesture.phase == .idle)
    #expect(gesture.offset == 0)
  }

  @Test func aLongWayToTheRightLeadsToThePreviousPage() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: 400)
    gesture.end(time: 2)
    #expect(gesture.settle() == [.previous])
  }

  @Test func aShortWayLeadsBack() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -300)
    gesture.end(time: 2)
    #expect(gesture.phase == .settling)
    #expect(gesture.settle().isEmpty)
    #expect(gesture.phase == .idle)
  }

  @Test func aFlickLeadsToTheNextPageAfterAShortWay() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -80, seconds: 0.1)
    gesture.end(time: 0.1)
    #expect(gesture.settle() == [.next])
  }

  @Test func aFingerThatRestsBeforeItIsLiftedDoesNotFlick() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -80, seconds: 0.1)
    gesture.end(time: 0.5)
    #expect(gesture.settle().isEmpty)
  }

  @Test func aFlickBackIsAChangeOfMind() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -600)
    gesture.drag(dx: 100, seconds: 0.1)
    #expect(gesture.offset == -492)
    gesture.end(time: 1.1)
    #expect(gesture.settle().isEmpty)
  }

  @Test func aMouseThatMovesOnceFlicksToo() {
    var gesture = SwipeGesture.begun()
    gesture.move(to: ViewPoint(x: 300, y: 500), time: 0)
    gesture.end(time: 0.01)
    #expect(gesture.settle() == [.next])
  }

  @Test func upAndDownIsNotASwipe() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -100, dy: 100)
    #expect(gesture.phase == .panning)
    #expect(gesture.offset == 0)
    gesture.drag(dx: -600)
    #expect(gesture.phase == .panning)
    gesture.end(time: 3)
    #expect(gesture.phase == .idle)
    #expect(gesture.settle().isEmpty)
  }

  @Test func aPanFollowsTheFinger() {
    var gesture = SwipeGesture.begun()
    #expect(gesture.move(to: ViewPoint(x: 500, y: 505), time: 0.1) == .none)
    #expect(gesture.phase == .undecided)
    #expect(gesture.move(to: ViewPoint(x: 500, y: 520), time: 0.2) == .pan(dx: 0, dy: 12))
    #expect(gesture.move(to: ViewPoint(x: 490, y: 521), time: 0.3) == .pan(dx: -10, dy: 1))
  }

  @Test func aWidePageIsPannedToItsEdgeFirst() {
    var surroundings = SwipeSurroundings.middle
    surroundings.pannableLeft = 30
    var gesture = SwipeGesture.begun(surroundings)
    gesture.drag(dx: -400)
    #expect(gesture.phase == .panning)

    gesture = .begun(surroundings)
    gesture.drag(dx: 400)
    #expect(gesture.phase == .swiping)
  }

  @Test(arguments: [(SwipeSurroundings.first, 1.0), (.last, -1)])
  func beyondTheFirstAndTheLastPageThereIsResistance(_ surroundings: SwipeSurroundings, _ sign: Double) {
    var gesture = SwipeGesture.begun(surroundings)
    gesture.drag(dx: sign * 208)
    #expect(gesture.offset * sign > 50 && gesture.offset * sign < 100)
    gesture.drag(dx: sign * 1e8)
    #expect(abs(gesture.offset) < 1_012)
    gesture.end(time: 5)
    #expect(gesture.settle().isEmpty)
    #expect(gesture.phase == .idle)
  }

  @Test func aPageGoesNoFurtherThanToItsNeighbour() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -5_000)
    #expect(gesture.offset == -1_012)
  }

  @Test func itSettlesMoreSlowlyTowardsTheEnd() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -508)
    gesture.end(time: 2)
    var offsets = [gesture.offset]
    for frame in 1...9 {
      #expect(gesture.advance(to: 2 + 0.025 * Double(frame)) == .none)
      offsets.append(gesture.offset)
    }
    let steps = zip(offsets, offsets.dropFirst()).map { $0 - $1 }
    #expect(offsets.first == -500)
    #expect(steps.allSatisfy { $0 > 0 })
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
    #expect(gesture.advance(to: 2.25) == .next)
    #expect(gesture.advance(to: 2.25) == .none)
  }

  @Test func theNextTouchTellsTheOutcomeIfThePageStillSettles() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -500)
    gesture.end(time: 2)
    #expect(gesture.advance(to: 2.1) == .none)
    #expect(gesture.begin(at: ViewPoint(x: 500, y: 500), time: 2.1) == .next)
    #expect(gesture.phase == .undecided)
    #expect(gesture.offset == 0)
    gesture.end(time: 2.2)
    #expect(gesture.settle().isEmpty)
  }

  @Test func aTapIsNotDecided() {
    var gesture = SwipeGesture.begun()
    gesture.move(to: ViewPoint(x: 504, y: 503), time: 0.1)
    #expect(gesture.phase == .undecided)
    gesture.end(time: 0.1)
    #expect(gesture.phase == .idle)
  }

  @Test func withoutAViewNothingIsSwiped() {
    var gesture = SwipeGesture.begun(SwipeSurroundings(hasPrevious: true, hasNext: true))
    gesture.drag(dx: -400)
    #expect(gesture.phase == .panning)
  }

  @Test func aGestureOfWhichTheEndWasNotToldIsForgotten() {
    var gesture = SwipeGesture.begun()
    gesture.drag(dx: -500)
    #expect(gesture.begin(at: ViewPoint(x: 0, y: 0), time: 3) == .none)
    #expect(gesture.offset == 0)
    #expect(gesture.phase == .undecided)
  }

  @Test func aPageThatIsAtItsPlaceHasNothingToSettle() {
    var gesture = SwipeGesture.begun()
    gesture.move(to: ViewPoint(x: 508, y: 500), time: 1)
    #expect(gesture.phase == .swiping)
    gesture.end(time: 2)
    #expect(gesture.phase == .idle)
  }
}
