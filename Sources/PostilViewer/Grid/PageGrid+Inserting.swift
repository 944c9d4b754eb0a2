/// Files and pages that are dragged over the grid from outside: room is made where they would be inserted.
extension PageGrid {
  /// Something from outside is over a point of the grid. Call ``advance(to:)`` before each frame while ``isAutoScrolling``, and
  /// ``cancel()`` when it is taken away.
  public mutating func hover(at point: ViewPoint, time: Double) {
    guard point.isUsable, time.isFinite else { return }
    if hoverIndex == nil {
      cancel()
      let end = layout.nearestSlot(to: ViewPoint(x: point.x, y: point.y + scrollOffset))
      phase = .dragging(GridDrag(to: end, pointer: point, time: time))
      updateLayout()
    }
    moved(to: point, time: time)
  }

  /// The index at which what is over the grid would be inserted; `nil` if nothing from outside is.
  public var hoverIndex: Int? { phase.drag.flatMap { $0.grabbed == nil ? $0.to : nil } }

  /// Something from outside is dropped.
  ///
  /// - Returns: The index at which it is to be inserted.
  public mutating func drop(at point: ViewPoint, time: Double) -> Int {
    hover(at: point, time: time)
    defer { cancel() }
    return hoverIndex ?? pages.count
  }

  /// Pages of the grid that left it come back and are dropped.
  ///
  /// - Parameters:
  ///   - dropped: The pages.
  ///   - index: What ``drop(at:time:)`` returned.
  public mutating func move(_ dropped: [PageID], before index: Int) -> Outcome {
    let dropped = Set(dropped)
    let held = pages.indices.filter { dropped.contains(pages[$0]) }
    return move(held, to: index - held.partitioningIndex { $0 >= index })
  }
}
