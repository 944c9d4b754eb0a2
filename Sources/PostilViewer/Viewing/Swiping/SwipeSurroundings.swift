/// What a swipe needs to know of the page on which it begins.
struct SwipeSurroundings: Sendable, Hashable {
  /// The width of the view, in its units; nothing is swiped if there is none.
  var width: Double
  /// How far it is to the page beside, in units of the view.
  var distance: Double
  /// Whether there is a page before this one.
  var hasPrevious: Bool
  /// Whether there is a page after this one.
  var hasNext: Bool
  /// How far the page can be panned to the left before its right edge is seen, in units of the view.
  var pannableLeft: Double
  /// How far the page can be panned to the right before its left edge is seen, in units of the view.
  var pannableRight: Double

  /// Makes the surroundings of a page; it has the size of the view unless it can be panned.
  init(
    width: Double = 0, distance: Double? = nil, hasPrevious: Bool = false, hasNext: Bool = false,
    pannableLeft: Double = 0, pannableRight: Double = 0
  ) {
    self.width = width
    self.distance = distance ?? width
    self.hasPrevious = hasPrevious
    self.hasNext = hasNext
    self.pannableLeft = pannableLeft
    self.pannableRight = pannableRight
  }

  /// Whether a horizontal movement swipes: the page cannot be panned any further to that side.
  func canSwipe(_ dx: Double) -> Bool {
    guard width.isFinite, distance.isFinite, width >= 1, distance >= 1 else { return false }
    return (dx < 0 ? pannableLeft : pannableRight) <= 0.5
  }

  /// Whether there is a page where an outcome leads.
  func allows(_ outcome: SwipeGesture.Outcome) -> Bool {
    switch outcome {
    case .none: true
    case .next: hasNext
    case .previous: hasPrevious
    }
  }
}
