/// The state of the pointer on a grid.
enum GridPhase: Sendable, Equatable {
  case idle
  /// Pressed without moving much, on a page or beside.
  case pressed(GridPress)
  /// Scrolling; the last point.
  case scrolling(ViewPoint)
  /// Dragging pages, or something from outside.
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

/// Pages that are being dragged, or something from outside that would be inserted.
struct GridDrag: Sendable, Equatable {
  /// The indices of the pages in the document, ascending; none for what comes from outside.
  let held: [Int]
  /// The index of the page that is held; `nil` for what comes from outside.
  let grabbed: Int?
  /// The slot at which they would be dropped.
  var to: Int
  var pointer: ViewPoint
  /// From the upper left of the held page's cell to the pointer.
  private(set) var grab: ViewPoint
  /// The overlap with the edges when the drag began, which does not scroll.
  var overlapAtStart = GridOverlap()
  /// The time of the last auto-scroll.
  var time: Double?
  /// Where it began, if by a long press: released there, it selects.
  var pressed: ViewPoint?
  /// The cell of the held page as it was, in the content: until its middle leaves that, pages that are dragged together would be
  /// dropped where they were.
  var home: ViewRect?

  /// A drag of pages.
  init(_ held: [Int], grabbed: Int, to: Int, bounds: ViewRect, pointer: ViewPoint, time: Double?) {
    (self.held, self.grabbed, self.to) = (held, grabbed, to)
    self.pointer = pointer
    grab = ViewPoint(x: pointer.x - bounds.x, y: pointer.y - bounds.y)
    self.time = time
  }

  /// A drag of something from outside.
  init(to: Int, pointer: ViewPoint, time: Double?) {
    (held, grabbed, self.to, self.pointer, self.time) = ([], nil, to, pointer, time)
    grab = ViewPoint(x: 0, y: 0)
  }

  /// How many of the dragged pages are before an index. O(log pages).
  func heldCount(before index: Int) -> Int { held.partitioningIndex { $0 >= index } }

  /// Whether a page is dragged. O(log pages).
  func holds(_ index: Int) -> Bool {
    let place = heldCount(before: index)
    return place < held.count && held[place] == index
  }

  /// The index of a page that is not dragged, by its place among those. O(log pages).
  func index(ofRemaining rank: Int) -> Int {
    // Each dragged page before it shifts it by one.
    rank + held.indices.partitioningIndex { held[$0] - $0 > rank }
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
