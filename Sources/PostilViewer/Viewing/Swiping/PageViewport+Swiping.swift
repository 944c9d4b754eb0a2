import Postil

extension PageViewport {
  /// The distance between the current page and the one beside it, in units of the view.
  public var swipeDistance: Double { viewSize.width + Self.gap }

  /// How far a single page is displaced to the right while it is swiped, in units of the view, at most
  /// ``swipeDistance`` to either side. The page beside it comes into view. It stays 0 in a continuous layout and is 0
  /// again after going to a page.
  public var swipeOffset: Double {
    get { swipe }
    set {
      guard newValue.isFinite, mode == .singlePage, !isEmpty else { return swipe = 0 }
      swipe = min(max(newValue, -swipeDistance), swipeDistance)
    }
  }

  /// What a ``SwipeGesture`` needs to know; nothing can be swiped in a continuous layout.
  var swipeSurroundings: SwipeSurroundings {
    guard mode == .singlePage, !isEmpty else { return SwipeSurroundings() }
    let distances = panDistances
    return SwipeSurroundings(
      width: viewSize.width, distance: swipeDistance, hasPrevious: currentIndex > 0,
      hasNext: currentIndex + 1 < layout.count, pannableLeft: distances.left, pannableRight: distances.right)
  }

  /// Applies a motion of a gesture.
  mutating func follow(_ motion: SwipeGesture.Motion) {
    switch motion {
    case .none: return
    case .pan(let dx, let dy): pan(dx: dx, dy: dy)
    case .swipe(let offset): swipeOffset = offset
    }
  }

  /// Applies the outcome of a swipe: goes to the page beside, at the position at which the swipe showed it.
  ///
  /// - Parameters:
  ///   - outcome: The outcome; `.none` while the page settles.
  ///   - offset: How far the page is still displaced; does not count after going to a page.
  mutating func finishSwipe(_ outcome: SwipeGesture.Outcome, offset: Double = 0) {
    swipeOffset = offset
    switch outcome {
    case .none: return
    case .next where currentIndex + 1 < layout.count: go(to: currentIndex + 1, arriving: .left)
    case .previous where currentIndex > 0: go(to: currentIndex - 1, arriving: .right)
    case .next, .previous: swipe = 0
    }
  }

  /// The page beside a displaced one, with its frame.
  var neighbour: VisiblePage? {
    guard swipe != 0 else { return nil }
    var beside = self
    beside.finishSwipe(swipe < 0 ? .next : .previous)
    guard beside.currentIndex != currentIndex, let page = beside.currentPage else { return nil }
    var frame = beside.frame(at: beside.currentIndex)
    frame.x += swipe < 0 ? swipe + swipeDistance : swipe - swipeDistance
    return VisiblePage(page: page, index: beside.currentIndex, frame: frame)
  }
}
