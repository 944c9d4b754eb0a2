/// The state of the pointer on a grid.
enum GridPhase: Sendable, Equatable {
  case idle
  /// Pressed without moving much, on a page or beside.
  case pressed(GridPress)
  /// Scrolling; the last point.
  case scrolling(ViewPoint)
  /// Dragging a page.
  case dragging(GridDrag)

  var drag: GridDrag? {
    if case .dragging(let drag) = self { drag } else { nil }
  }
}

/// A press that may become a tap, a drag or scrolling.
struct GridPress: Sendable, Equatable {
  let start: ViewPoint
  let time: Double
  /// The index of the page that was pressed.
  let index: Int?
}

/// A page that is being dragged.
struct GridDrag: Sendable, Equatable {
  /// Its index in the document.
  let from: Int
  /// The slot at which it would be dropped.
  var to: Int
  var pointer: ViewPoint
  /// From the upper left of the page's cell to the pointer.
  private(set) var grab: ViewPoint
  /// The overlap with the edges when the drag began, which does not scroll.
  var overlapAtStart = GridOverlap()
  /// The time of the last auto-scroll.
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
