@testable import PostilViewer
import Testing

struct PageViewportSwipingTests {
  private let fitting = {
    var viewport = PageViewport.sample(.singlePage)
    viewport.fit(.page)
    viewport.go(to: 3)
    return viewport
  }()

  @Test func thePageBesideComesIntoView() {
    var viewport = fitting
    let frame = viewport.currentFrame
    viewport.swipeOffset = -700
    #expect(viewport.visiblePages.map(\.index) == [3, 4])
    #expect(viewport.visiblePages.first.map(\.frame.x) == frame.map { $0.x - 700 })
    #expect(viewport.visiblePages.last.map(\.frame.x) == frame.map { $0.x - 700 + 1_012 })
    viewport.swipeOffset = 700
    #expect(viewport.visiblePages.map(\.index) == [2, 3])
    #expect(viewport.visiblePages.first.map(\.frame.x) == frame.map { $0.x + 700 - 1_012 })
  }

  @Test func atTheEndOfASwipeNothingJumps() {
    for (outcome, sign) in [(SwipeGesture.Outcome.next, -1.0), (.previous, 1)] {
      for zoom in [0.5, 3] {
        var viewport = fitting
        viewport.zoom(to: zoom)
        viewport.pan(dx: sign * 1e6, dy: -300)
        viewport.swipeOffset = sign * viewport.swipeDistance
        let before = viewport.visiblePages
        viewport.finishSwipe(outcome)
        #expect(viewport.swipeOffset == 0)
        #expect(viewport.currentIndex == (outcome == .next ? 4 : 2))
        #expect(before.count == 1)
        #expect(viewport.currentFrame?.isNear(before.first?.frame) == true)
      }
    }
  }

  @Test func aLargePageAndTheOneBesideDoNotOverlap() throws {
    var viewport = fitting
    viewport.zoom(to: 3)
    viewport.pan(dx: -1e6, dy: 0)
    viewport.swipeOffset = -400
    let pages = viewport.visiblePages
    #expect(pages.count == 2)
    let (left, right) = (try #require(pages.first), try #require(pages.last))
    #expect(right.frame.x - left.frame.maxX >= PageViewport.gap)
  }

  @Test func besideTheFirstAndTheLastPageThereIsNothing() {
    var viewport = fitting
    viewport.go(to: 0)
    viewport.swipeOffset = 300
    #expect(viewport.visiblePages.map(\.index) == [0])
    viewport.finishSwipe(.previous)
    #expect(viewport.currentIndex == 0)
    viewport.go(to: 9)
    viewport.swipeOffset = -300
    #expect(viewport.visiblePages.map(\.index) == [9])
    viewport.finishSwipe(.next, offset: -300)
    #expect(viewport.currentIndex == 9)
    #expect(viewport.swipeOffset == 0)
  }

  @Test func anOffsetHasLimitsAndEndsWithThePage() {
    var viewport = fitting
    viewport.swipeOffset = 1e300
    #expect(viewport.swipeOffset == 1_012)
    viewport.resize(to: ViewSize(width: 500, height: 700))
    #expect(viewport.swipeOffset == 512)
    viewport.swipeOffset = .nan
    #expect(viewport.swipeOffset == 0)
    viewport.swipeOffset = 100
    viewport.go(to: 7)
    #expect(viewport.swipeOffset == 0)
    viewport.swipeOffset = 100
    viewport.displayMode = .singlePageContinuous
    #expect(viewport.swipeOffset == 0)
    viewport.swipeOffset = 100
    #expect(viewport.swipeOffset == 0)
  }

  @Test func aGestureIsToldWhatIsAround() {
    var viewport = fitting
    #expect(
      viewport.swipeSurroundings
        == SwipeSurroundings(width: 1_000, distance: 1_012, hasPrevious: true, hasNext: true))
    viewport.zoom(to: 2)
    viewport.go(to: 9, arriving: .left)
    #expect(
      viewport.swipeSurroundings
        == SwipeSurroundings(width: 1_000, distance: 1_012, hasPrevious: true, pannableLeft: 224))
    viewport.displayMode = .singlePageContinuous
    #expect(viewport.swipeSurroundings == SwipeSurroundings())
  }

  @Test func aFingerSwipesToTheNextPage() {
    var (viewport, gesture) = (fitting, SwipeGesture())
    gesture.begin(at: ViewPoint(x: 900, y: 300), time: 0, in: &viewport)
    for step in 1...40 {
      let finger = ViewPoint(x: 900 - 20 * Double(step), y: 300)
      gesture.move(to: finger, time: Double(step) / 60, in: &viewport)
    }
    #expect(viewport.swipeOffset == -792)
    gesture.end(time: 0.7)
    for frame in 43...100 {
      gesture.advance(to: Double(frame) / 60, in: &viewport)
    }
    #expect(viewport.currentIndex == 4)
    #expect(viewport.swipeOffset == 0)
    #expect(gesture.phase == .idle)
  }

  @Test func aSwipeEndsWithAPageThatIsGone() {
    var viewport = fitting
    viewport.swipeOffset = 100
    viewport.setPages(viewport.pages.reversed())
    #expect(viewport.swipeOffset == 100)
    viewport.setPages(viewport.pages.filter { $0 != viewport.currentPage })
    #expect(viewport.swipeOffset == 0)
  }
}
