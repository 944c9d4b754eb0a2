/// What a pointer does on a grid.
enum GridPhase: Sendable, Equatable {
  case idle
  /// It was pressed and has not moved much; on which page, if on one.
  case pressed(GridPress)
  /// It takes the content along; where it was last.
  case scrolling(ViewPoint)
  /// It takes a page along.
  case dragging(GridDrag)

  var drag: GridDrag? {
    if case .dragging(let drag) = self { drag } else { nil }
  }
}

/// A press that may become a tap, a drag or scrolling.
struct GridPress: Sendable, Equatable {
  let start: ViewPoint
  let time: Double
  /// The place of the page that was pressed.
  let index: Int?
}

/// A page on its way.
struct GridDrag: Sendable, Equatable {
  /// Its place in the document.
  let from: Int
  /// The slot that it would be dropped at.
  var to: Int
  var pointer: ViewPoint
  /// From the upper left of the page's cell to the pointer.
  private(set) var grab: ViewPoint
  /// How far the page overlapped the edges when it was picked up: that scrolls nothing.
  var overlapAtStart = GridOverlap()
  /// When it was last scrolled.
  var time: Double?

  init(index: Int, bounds: ViewRect, pointer: ViewPoint, time: Double?) {
    from = index
    to = index
    self.pointer = pointer
    grab = ViewPoint(x: pointer.x - bounds.x, y: pointer.y - bounds.y)
    self.time = time
  }

  mutating func span(width: Double, height: Double) {
    grab = ViewPoint(x: grab.x * width, y: grab.y * height)
  }
}

/// How far a dragged page overlaps the edges of the view.
struct GridOverlap: Sendable, Equatable {
  var top = 0.0
  var bottom = 0.0
}
