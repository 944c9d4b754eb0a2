extension PageGrid {
  /// The outcome of a press or a key.
  public enum Outcome: Sendable, Hashable {
    /// Nothing.
    case none
    /// A page is to be opened.
    case open(PageID)
    /// Pages were moved: `to` is the index of the first of them in the result, as `movePages(_:to:)` of the document takes
    /// it. The grid shows the new order at once; if the document refuses it, call ``PageGrid/setPages(_:)``.
    case move([PageID], to: Int)
  }

  /// Whether pages are being dragged, or something from outside.
  public var isDragging: Bool { phase.drag != nil }

  /// The pages that are dragged, in their order; none if none are, or something from outside is.
  public var draggedPages: [PageID] { phase.drag?.held.map { pages[$0] } ?? [] }

  /// When a press becomes a drag unless the pointer moves before: the time to call ``advance(to:)``. `nil` if nothing
  /// is pressed.
  public var longPressTime: Double? {
    guard case .pressed(let press) = phase, press.index != nil else { return nil }
    return press.time + metrics.longPressDuration.usable
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
      guard press.start.distance(to: point) > metrics.tolerance.usable else { return }
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
  ///
  /// - Parameters:
  ///   - point: Where.
  ///   - change: What a click does to the selection; `nil` for a tap, which opens a page, or while ``isSelecting`` selects it. A
  ///     long press without a movement selects a page, and makes taps do so too.
  public mutating func release(at point: ViewPoint, selecting change: SelectionChange? = nil) -> Outcome {
    switch phase {
    case .idle, .scrolling:
      phase = .idle
      return .none
    case .pressed(let press):
      phase = .idle
      let isTap = point.isUsable && press.start.distance(to: point) <= metrics.tolerance.usable
      return isTap ? tap(press.index, change) : .none
    case .dragging(var drag):
      if point.isUsable {
        drag.pointer = point
        phase = .dragging(drag)
        updateDrag()
      }
      let end = phase.drag ?? drag
      let start = drag.pressed
      guard let grabbed = end.grabbed else {
        endDrag()
        return .none
      }
      if let start, point.isUsable, start.distance(to: point) <= metrics.tolerance.usable {
        endDrag()
        if change == nil { isSelecting = true }
        select(grabbed, change ?? .toggle)
        return .none
      }
      return drop(end, grabbed: grabbed)
    }
  }

  /// Opens the page at a point, as a double click does.
  public func open(at point: ViewPoint) -> Outcome {
    indexOfCell(at: point).map { .open(pages[$0]) } ?? .none
  }

  private mutating func tap(_ index: Int?, _ change: SelectionChange?) -> Outcome {
    guard let index else {
      if change == .only { clearSelection() }
      return .none
    }
    guard change != nil || isSelecting else { return .open(pages[index]) }
    select(index, change ?? .toggle)
    return .none
  }

  /// Cancels a press or a drag: all pages return to their slots. The scroll offset stays, as far as the slots do.
  public mutating func cancel() { if isDragging { endDrag() } else { phase = .idle } }

  /// Starts to drag the page at a point without a long press, as with a mouse. If it is selected, all selected pages are
  /// dragged; if not, it is selected alone.
  ///
  /// - Parameter point: Where the page is held: where the mouse was pressed.
  /// - Returns: Whether there is a page.
  @discardableResult
  public mutating func beginDrag(at point: ViewPoint) -> Bool {
    cancel()
    guard let index = indexOfCell(at: point) else { return false }
    if !selection.contains(pages[index]) { select(index, .only) }
    beginDrag(index, at: point, time: nil)
    return true
  }

  // MARK: - Moving pages

  /// Turns a long press into a drag.
  private mutating func beginDrag(at time: Double) {
    guard case .pressed(let press) = phase, let index = press.index, let due = longPressTime, time >= due
    else {
      return
    }
    beginDrag(index, at: press.start, time: time, isLongPress: true)
  }

  private mutating func beginDrag(_ index: Int, at point: ViewPoint, time: Double?, isLongPress: Bool = false)
  {
    let held = pagesToDrag(with: index)
    let before = bounds(ofSlot: index)
    let to = index - held.partitioningIndex { $0 >= index }
    var drag = GridDrag(held, grabbed: index, to: to, bounds: before, pointer: point, time: time)
    if isLongPress { drag.pressed = point }
    phase = .dragging(drag)
    if held.count > 1 {
      relayout(keeping: to, at: before.y)
      drag.home = before
      drag.home?.y += scrollOffset
    }
    drag.overlapAtStart = overlap(of: drag)
    phase = .dragging(drag)
  }

  /// The pages that are dragged with one: the selected ones if it is among them.
  func pagesToDrag(with index: Int) -> [Int] {
    guard selection.count > 1, selection.contains(pages[index]) else { return [index] }
    return selectedIndices
  }

  /// Ends a drag: the page that was held returns, and stays where it was in the view as far as possible.
  mutating func endDrag() {
    guard let drag = phase.drag else { return }
    let y = bounds(ofSlot: drag.to).y
    phase = .idle
    if drag.held.count > 1, let grabbed = drag.grabbed { relayout(keeping: grabbed, at: y) }
    if drag.held.isEmpty { updateLayout() }
  }

  private mutating func drop(_ drag: GridDrag, grabbed: Int) -> Outcome {
    let (page, y) = (pages[grabbed], bounds(ofSlot: drag.to).y)
    phase = .idle
    let outcome = move(drag.held, to: drag.to)
    if drag.held.count > 1, let index = pages.firstIndex(of: page) { relayout(keeping: index, at: y) }
    return outcome
  }

  /// Lays the slots out anew, with one of them at a height of the view.
  private mutating func relayout(keeping slot: Int, at y: Double) {
    updateLayout()
    scrollOffset = layout.frame(of: slot).y - y
    limitScrolling()
  }

  /// Applies a move to the order of pages.
  ///
  /// - Parameters:
  ///   - held: The indices of the pages, ascending.
  ///   - target: The index of the first of them in the result.
  mutating func move(_ held: [Int], to target: Int) -> Outcome {
    phase = .idle
    guard !held.isEmpty, held.allSatisfy(pages.indices.contains),
      (0...pages.count - held.count).contains(target)
    else { return .none }
    let moved = held.map { pages[$0] }
    var order = pages
    for index in held.reversed() { order.remove(at: index) }
    order.insert(contentsOf: moved, at: target)
    guard order != pages else { return .none }
    let focused = focusedIndex.map { pages[$0] }
    pages = order
    focusedIndex = focused.flatMap(pages.firstIndex)
    return .move(moved, to: target)
  }
}

extension ViewPoint {
  func distance(to other: ViewPoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
