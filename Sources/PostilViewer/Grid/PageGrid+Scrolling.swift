extension PageGrid {
  /// The height of all rows with the margins around them.
  public var contentHeight: Double { layout.contentHeight }

  /// How far the content can be scrolled.
  public var maximumScrollOffset: Double { max(contentHeight - viewSize.height, 0) }

  /// Scrolls; down if `distance` is above 0. Ends where the content ends. A page that is being dragged stays at
  /// the pointer.
  ///
  /// - Returns: How far it went.
  @discardableResult
  public mutating func scroll(by distance: Double) -> Double {
    guard distance.isFinite else { return 0 }
    let before = scrollOffset
    scrollOffset += distance
    limitScrolling()
    followDrag()
    return scrollOffset - before
  }

  /// Scrolls as little as it takes to show a cell, with the space around it; the nearest one if there is none of
  /// that place. A cell too high for the view is shown from its upper edge.
  public mutating func scroll(toShow index: Int) {
    guard !pages.isEmpty else { return }
    scroll(toShowSlot: slot(ofIndex: min(max(index, 0), pages.count - 1)))
  }

  mutating func scroll(toShowSlot slot: Int) {
    let frame = layout.frame(of: slot)
    let margin = metrics.margin.usable
    let low = frame.y + frame.height + margin - viewSize.height
    scrollOffset = min(max(scrollOffset, low), frame.y - margin)
    limitScrolling()
    followDrag()
  }

  mutating func limitScrolling() {
    scrollOffset = min(max(scrollOffset, 0), maximumScrollOffset)
  }

  /// Whether some of a slot is in the view.
  func isInView(_ slot: Int) -> Bool {
    let bounds = bounds(ofSlot: slot)
    return bounds.y < viewSize.height && bounds.y + bounds.height > 0
  }

  /// The slot that stays in sight when the view changes its size.
  var anchor: Int {
    if let focusedIndex, isInView(slot(ofIndex: focusedIndex)) { return slot(ofIndex: focusedIndex) }
    // In a view without a height nothing is in sight, but it is scrolled to somewhere.
    let seen = layout.slots(from: scrollOffset, to: scrollOffset + max(viewSize.height, 1))
    return seen.first
      ?? max(min(layout.nearestSlot(to: ViewPoint(x: 0, y: scrollOffset)), pages.count - 1), 0)
  }
}
