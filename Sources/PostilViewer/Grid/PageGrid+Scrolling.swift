extension PageGrid {
  /// The height of all rows with the margins around them.
  public var contentHeight: Double { layout.contentHeight }

  /// The largest scroll offset.
  public var maximumScrollOffset: Double { max(contentHeight - viewSize.height, 0) }

  /// Scrolls, down if `distance` is above 0, clamped to the content. A dragged page stays at the pointer.
  ///
  /// - Returns: The distance scrolled.
  @discardableResult
  public mutating func scroll(by distance: Double) -> Double {
    guard distance.isFinite else { return 0 }
    let before = scrollOffset
    scrollOffset += distance
    limitScrolling()
    updateDrag()
    return scrollOffset - before
  }

  /// Scrolls as little as is needed to show a cell with the space around it; the index is clamped. A cell higher than
  /// the view is shown from its upper edge.
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
    updateDrag()
  }

  mutating func limitScrolling() {
    scrollOffset = min(max(scrollOffset, 0), maximumScrollOffset)
  }

  /// Whether a slot intersects the view.
  func isInView(_ slot: Int) -> Bool {
    let bounds = bounds(ofSlot: slot)
    return bounds.y < viewSize.height && bounds.y + bounds.height > 0
  }

  /// The slot that stays visible when the view is resized.
  var anchor: Int {
    if let focusedIndex, isInView(slot(ofIndex: focusedIndex)) { return slot(ofIndex: focusedIndex) }
    // A view without a height still has a scroll offset.
    let seen = layout.slots(from: scrollOffset, to: scrollOffset + max(viewSize.height, 1))
    return seen.first
      ?? max(min(layout.nearestSlot(to: ViewPoint(x: 0, y: scrollOffset)), slotCount - 1), 0)
  }
}
