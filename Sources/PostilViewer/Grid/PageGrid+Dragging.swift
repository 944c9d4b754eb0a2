extension PageGrid {
  /// How fast a dragged page scrolls the grid, in units a second: up if below 0. Grows with how far the page
  /// overlaps the upper or lower edge beyond the overlap at the start of the drag; 0 at the ends of the content.
  public var autoScrollSpeed: Double {
    guard let drag = phase.drag else { return 0 }
    let overlap = overlap(of: drag)
    let down = speed(overlap.bottom - drag.overlapAtStart.bottom)
    let up = speed(overlap.top - drag.overlapAtStart.top)
    let speed = down - up
    if speed < 0 { return scrollOffset > 0 ? speed : 0 }
    return scrollOffset < maximumScrollOffset ? speed : 0
  }

  /// Whether a dragged page scrolls the grid: then call ``advance(to:)`` before each frame.
  public var isAutoScrolling: Bool { autoScrollSpeed != 0 }

  /// The frame of the cell of a dragged page in the view; what comes from outside is a point.
  func bounds(of drag: GridDrag) -> ViewRect {
    guard drag.grabbed != nil else {
      return ViewRect(x: drag.pointer.x, y: drag.pointer.y, width: 0, height: 0)
    }
    return ViewRect(
      x: drag.pointer.x - drag.grab.x, y: drag.pointer.y - drag.grab.y, width: layout.cellWidth,
      height: layout.cellHeight)
  }

  /// The overlap of a dragged page with the edges. A pointer near an edge counts too, since a finger cannot leave the
  /// screen.
  func overlap(of drag: GridDrag) -> GridOverlap {
    let bounds = bounds(of: drag)
    let zone = metrics.edgeZone.usable
    return GridOverlap(
      top: max(-bounds.y, zone - drag.pointer.y, 0),
      bottom: max(
        bounds.y + bounds.height - viewSize.height, drag.pointer.y - viewSize.height + zone, 0))
  }

  /// Updates the slot of a dragged page.
  mutating func updateDrag() {
    guard var drag = phase.drag else { return }
    let overlap = overlap(of: drag)
    drag.overlapAtStart.top = min(drag.overlapAtStart.top, overlap.top)
    drag.overlapAtStart.bottom = min(drag.overlapAtStart.bottom, overlap.bottom)
    let bounds = bounds(of: drag)
    let middle = ViewPoint(
      x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 + scrollOffset)
    if let home = drag.home, !home.contains(middle) { drag.home = nil }
    if drag.home == nil, !isSticky(drag.to, middle) { drag.to = layout.nearestSlot(to: middle) }
    phase = .dragging(drag)
  }

  /// Whether a dragged page at a point of the content stays at a slot.
  private func isSticky(_ slot: Int, _ point: ViewPoint) -> Bool {
    let reach = metrics.slotHysteresis.usable
    return layout.stickyArea(of: slot, reach: reach).contains(point)
  }

  private func speed(_ overlap: Double) -> Double {
    let full = max(metrics.fullOverlap.usable, 1)
    return metrics.maximumScrollSpeed.usable * min(max(overlap / full, 0), 1)
  }
}
