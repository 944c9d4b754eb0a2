extension PageGrid {
  /// A visible page of the grid.
  public struct Cell: Sendable, Hashable, Identifiable {
    /// The page.
    public let page: PageID
    /// Its index in the document.
    public let index: Int
    /// The slot at which it is shown: while a page is dragged, the index that it would have after the drop.
    public let slot: Int
    /// The frame of the cell in the view.
    public let bounds: ViewRect
    /// The frame of the page's picture in the view.
    public let frame: ViewRect
    /// The frame of the page's number in the view.
    public let labelFrame: ViewRect
    /// Whether the page is selected.
    public let isSelected: Bool
    /// How many pages are dragged with it and are not shown otherwise, itself included; 0 if it is not dragged. A dragged
    /// page is drawn above the others, at the pointer.
    public let draggedCount: Int

    /// Whether the page is being dragged.
    public var isDragged: Bool { draggedCount > 0 }

    /// The page.
    public var id: PageID { page }
  }

  /// The visible cells, in the order of their slots, a dragged one last. O(visible cells).
  public var visibleCells: [Cell] { cells(within: 0) }

  /// The cells in the view or near it, to render pictures ahead of scrolling. O(such cells).
  ///
  /// - Parameter distance: How far above and below the view, in units of the view.
  public func cells(within distance: Double) -> [Cell] {
    let margin = distance.usable
    let slots = layout.slots(from: scrollOffset - margin, to: scrollOffset + viewSize.height + margin)
    let drag = phase.drag
    var cells = slots.compactMap { $0 == drag?.to ? nil : cell(at: $0) }
    if let drag, drag.grabbed != nil, let dragged = cell(at: drag.to) { cells.append(dragged) }
    return cells
  }

  /// The cell of a page, visible or not; `nil` if the index is out of range, or the page is dragged with another one.
  public func cell(ofIndex index: Int) -> Cell? {
    guard pages.indices.contains(index) else { return nil }
    let cell = cell(at: slot(ofIndex: index))
    return cell?.index == index ? cell : nil
  }

  /// Hit test: the index of the page whose cell is at a point of the view; `nil` between cells.
  public func indexOfCell(at point: ViewPoint) -> Int? {
    guard point.isUsable, !pages.isEmpty else { return nil }
    if let drag = phase.drag, let grabbed = drag.grabbed, bounds(of: drag).contains(point) { return grabbed }
    let content = ViewPoint(x: point.x, y: point.y + scrollOffset)
    let slot = layout.nearestSlot(to: content)
    guard layout.frame(of: slot).contains(content), slot != phase.drag?.to else { return nil }
    let index = index(atSlot: slot)
    return pages.indices.contains(index) ? index : nil
  }

  /// The frame in the view of the gap where something from outside would be inserted; `nil` if there is none.
  public var gapFrame: ViewRect? {
    guard let drag = phase.drag, drag.grabbed == nil else { return nil }
    return bounds(ofSlot: drag.to)
  }

  // MARK: - Slots

  /// The slot at which a page is shown; that of the gap for dragged ones.
  func slot(ofIndex index: Int) -> Int {
    guard let drag = phase.drag else { return index }
    if drag.holds(index) { return drag.to }
    let rank = index - drag.heldCount(before: index)
    return rank < drag.to ? rank : rank + 1
  }

  /// The index of the page that is shown at a slot; none for the gap of what comes from outside.
  func index(atSlot slot: Int) -> Int {
    guard let drag = phase.drag else { return slot }
    if slot == drag.to { return drag.grabbed ?? -1 }
    return drag.index(ofRemaining: slot < drag.to ? slot : slot - 1)
  }

  /// How many slots there are: the pages that are not dragged, and a gap.
  var slotCount: Int { phase.drag.map { pages.count - $0.held.count + 1 } ?? pages.count }

  /// The bounds of a slot in the view.
  func bounds(ofSlot slot: Int) -> ViewRect {
    var bounds = layout.frame(of: slot)
    bounds.y -= scrollOffset
    return bounds
  }

  private func cell(at slot: Int) -> Cell? {
    let index = index(atSlot: slot)
    guard pages.indices.contains(index) else { return nil }
    let drag = phase.drag.flatMap { $0.to == slot ? $0 : nil }
    let bounds = drag.map(bounds) ?? bounds(ofSlot: slot)
    let label = ViewRect(
      x: bounds.x, y: bounds.y + layout.boxHeight, width: bounds.width, height: layout.labelHeight)
    return Cell(
      page: pages[index], index: index, slot: slot, bounds: bounds,
      frame: picture(of: pages[index], in: bounds),
      labelFrame: label, isSelected: selection.contains(pages[index]), draggedCount: drag?.held.count ?? 0)
  }

  /// The largest rectangle of the page's shape in the middle of the cell's box.
  private func picture(of page: PageID, in bounds: ViewRect) -> ViewRect {
    let size = size(of: page)
    let scale = min(bounds.width / size.width, layout.boxHeight / size.height)
    // Show something of degenerate pages too.
    let width = min(max(size.width * scale, 1), bounds.width)
    let height = min(max(size.height * scale, 1), layout.boxHeight)
    return ViewRect(
      x: bounds.x + (bounds.width - width) / 2, y: bounds.y + (layout.boxHeight - height) / 2, width: width,
      height: height)
  }
}

extension ViewRect {
  /// Whether a point is inside, or on the left or upper edge.
  func contains(_ point: ViewPoint) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}
