extension PageGrid {
  /// The outcome of a press or a key.
  public enum Outcome: Sendable, Hashable {
    /// Nothing.
    case none
    /// A page is to be opened.
    case open(PageID)
    /// A page was moved: `to` is its index in the result, as `movePages(_:to:)` of the document takes it. The grid
    /// shows the new order at once; if the document refuses it, call ``PageGrid/setPages(_:)``.
    case move(page: PageID, from: Int, to: Int)
  }

  /// Whether a page is being dragged.
  public var isDragging: Bool { phase.drag != nil }

  /// When a press becomes a drag unless the pointer moves before: the time to call ``advance(to:)``. `nil` if nothing
  /// is pressed.
  public var longPressTime: Double? {
    guard case .pressed(let press) = phase, press.index != nil else { return nil }
    return press.time + thresholds.longPressDuration.usable
  }

  // MARK: - The pointer

  /// The pointer is pressed; a gesture in progress is cancelled.
  public mutating func press(at point: ViewPoint, time: Double) {
    cancel()
    guard point.isUsable, time.isFinite else { return }
    phase = .pressed(GridPress(start: point, time: time, index: indexOfCell(at: point)))
  }

  /// The pressed pointer moved.
  public mutating func moved(to point: ViewPoint, time: Double) {
    guard point.isUsable, time.isFinite else { return }
    beginDrag(at: time)
    switch phase {
    case .idle: break
    case .pressed(let press):
      guard press.start.distance(to: point) > thresholds.tolerance.usable else { return }
      phase = .scrolling(point)
      scroll(by: press.start.y - point.y)
    case .scrolling(let last):
      phase = .scrolling(point)
      scroll(by: last.y - point.y)
    case .dragging(var drag):
      // ``advance(to:)`` is not called while nothing scrolls.
      if autoScrollSpeed == 0 { drag.time = time }
      drag.pointer = point
      phase = .dragging(drag)
      updateDrag()
    }
  }

  /// Advances the clock: a press may become a drag, and a page over an edge scrolls the grid. Call it at
  /// ``longPressTime``, and before each frame while ``isAutoScrolling``.
  public mutating func advance(to time: Double) {
    guard time.isFinite else { return }
    beginDrag(at: time)
    guard var drag = phase.drag else { return }
    // Do not jump after a pause between frames.
    let passed = min(max(time - (drag.time ?? time), 0), 0.1)
    drag.time = max(time, drag.time ?? time)
    phase = .dragging(drag)
    scroll(by: autoScrollSpeed * passed)
  }

  /// The pointer is released.
  public mutating func release(at point: ViewPoint) -> Outcome {
    defer { phase = .idle }
    switch phase {
    case .idle, .scrolling: return .none
    case .pressed(let press):
      let isTap = point.isUsable && press.start.distance(to: point) <= thresholds.tolerance.usable
      guard isTap, let index = press.index else { return .none }
      return .open(pages[index])
    case .dragging(var drag):
      if point.isUsable {
        drag.pointer = point
        phase = .dragging(drag)
        updateDrag()
      }
      let end = phase.drag ?? drag
      return move(from: end.from, to: end.to)
    }
  }

  /// Cancels a press or a drag: all pages return to their slots. The scroll offset stays.
  public mutating func cancel() { phase = .idle }

  /// Starts to drag the page at a point without a long press, as with a mouse.
  ///
  /// - Parameter point: Where the page is held: where the mouse was pressed.
  /// - Returns: Whether there is a page.
  @discardableResult
  public mutating func beginDrag(at point: ViewPoint) -> Bool {
    cancel()
    guard let index = indexOfCell(at: point) else { return false }
    beginDrag(index, at: point, time: nil)
    return true
  }

  // MARK: - Moving a page

  /// Turns a long press into a drag.
  private mutating func beginDrag(at time: Double) {
    guard case .pressed(let press) = phase, let index = press.index, let due = longPressTime, time >= due
    else {
      return
    }
    beginDrag(index, at: press.start, time: time)
  }

  private mutating func beginDrag(_ index: Int, at point: ViewPoint, time: Double?) {
    var drag = GridDrag(index: index, bounds: bounds(ofSlot: index), pointer: point, time: time)
    drag.overlapAtStart = overlap(of: drag)
    phase = .dragging(drag)
  }

  /// Applies a move to the order of pages.
  mutating func move(from: Int, to: Int) -> Outcome {
    phase = .idle
    guard from != to, pages.indices.contains(from), pages.indices.contains(to) else { return .none }
    let focused = focusedIndex.map { pages[$0] }
    let page = pages.remove(at: from)
    pages.insert(page, at: to)
    focusedIndex = focused.flatMap(pages.firstIndex)
    return .move(page: page, from: from, to: to)
  }
}

extension ViewPoint {
  func distance(to other: ViewPoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
