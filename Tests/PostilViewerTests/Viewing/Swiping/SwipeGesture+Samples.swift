@testable import PostilViewer

extension SwipeGesture {
  /// A gesture on a page in the middle of a document, in a view 1,000 wide, the finger at 500, 500 at time 0.
  static func begun(
    thresholds: SwipeThresholds = SwipeThresholds(), _ surroundings: SwipeSurroundings = .middle
  ) -> SwipeGesture {
    var gesture = SwipeGesture(thresholds: thresholds)
    _ = gesture.begin(at: ViewPoint(x: 500, y: 500), time: 0)
    gesture.surroundings = surroundings
    return gesture
  }

  /// Moves the finger so far in so many seconds, in 20 steps.
  mutating func drag(dx: Double, dy: Double = 0, seconds: Double = 1) {
    let (point, start) = (last, now)
    for step in 1...20 {
      let part = Double(step) / 20
      move(to: ViewPoint(x: point.x + dx * part, y: point.y + dy * part), time: start + seconds * part)
    }
  }

  /// Lets the page settle, with 100 frames in a second.
  ///
  /// - Returns: What was told, without what was not.
  mutating func settle(seconds: Double = 1) -> [Outcome] {
    let start = now
    return (1...100).map { advance(to: start + seconds * Double($0) / 100) }.filter { $0 != .none }
  }
}

extension SwipeSurroundings {
  static let middle = SwipeSurroundings(width: 1_000, distance: 1_012, hasPrevious: true, hasNext: true)
  static let first = SwipeSurroundings(width: 1_000, distance: 1_012, hasNext: true)
  static let last = SwipeSurroundings(width: 1_000, distance: 1_012, hasPrevious: true)
}
