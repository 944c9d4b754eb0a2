@testable import PostilViewer
import Testing

struct PageViewportGestureTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func tenThousandGesturesLeaveTheViewWithinItsLimits(_ seed: UInt64) throws {
    var gestures = RandomGestures(seed: seed)
    for step in 0..<500 {
      let before = gestures.viewport
      let done = gestures.step()
      let broken = ViewportLimits(viewport: gestures.viewport).broken + gestures.gesture.broken
      try #require(broken.isEmpty, "step \(step), \(done), from \(before.position) in \(before.viewSize)")
    }
  }

  /// Otherwise the test above would say little.
  @Test func theyReachEverything() {
    var (phases, neighbours, modes) = (Set<SwipeGesture.Phase>(), 0, Set<DisplayMode>())
    for seed in 0..<20 as Range<UInt64> {
      var gestures = RandomGestures(seed: seed)
      for _ in 0..<500 {
        _ = gestures.step()
        phases.insert(gestures.gesture.phase)
        modes.insert(gestures.viewport.displayMode)
        if gestures.viewport.swipeOffset != 0 && gestures.viewport.visiblePages.count == 2 { neighbours += 1 }
      }
    }
    #expect(phases == Set(SwipeGesture.Phase.allCases))
    #expect(modes == Set(DisplayMode.allCases))
    #expect(neighbours > 50)
  }
}

extension SwipeGesture {
  /// What of a gesture does not hold.
  fileprivate var broken: [String] {
    var broken: [String] = []
    if phase != .swiping && phase != .settling && offset != 0 { broken.append("only swipes displace pages") }
    if !(abs(offset) <= 1_000_012) { broken.append("pages go no further than to the page beside") }
    return broken
  }
}
