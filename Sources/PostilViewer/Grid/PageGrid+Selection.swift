extension PageGrid {
  /// How a click or a key changes the selection.
  public enum SelectionChange: Sendable, Hashable {
    /// Selects a page alone, as a click does.
    case only
    /// Selects a page besides the others, or deselects it, as a click with Ctrl does.
    case toggle
    /// Selects all pages from the one that was selected or deselected last, as a click with Shift does.
    case extend
  }

  /// The selected pages, in the order of the document. O(pages).
  public var selectedPages: [PageID] { selection.isEmpty ? [] : pages.filter(selection.contains) }

  /// The indices of the selected pages, ascending.
  var selectedIndices: [Int] { pages.indices.filter { selection.contains(pages[$0]) } }

  /// Where pages are inserted that are to be behind the selected ones: without a selection behind the focused page, without a
  /// focus at the end.
  public var insertionIndex: Int {
    ((selection.isEmpty ? focusedIndex : selectedIndices.last) ?? pages.count - 1) + 1
  }

  /// Changes the selection, and moves the focus to the page. Ignored if the index is out of range.
  public mutating func select(_ index: Int, _ change: SelectionChange = .only) {
    guard pages.indices.contains(index) else { return }
    let page = pages[index]
    switch change {
    case .only:
      selection = [page]
      selectionAnchor = page
    case .toggle:
      if selection.remove(page) == nil { selection.insert(page) }
      selectionAnchor = page
    case .extend:
      let anchor = selectionAnchor.flatMap(pages.firstIndex) ?? focusedIndex ?? index
      selectionAnchor = pages[anchor]
      selection = Set(pages[min(anchor, index)...max(anchor, index)])
    }
    focusedIndex = index
    if selection.isEmpty { isSelecting = false }
  }

  /// Selects or deselects the focused page, as the space bar does.
  public mutating func toggleFocused() {
    if let focusedIndex, !isDragging { select(focusedIndex, .toggle) }
  }

  /// Selects pages alone, such as those just inserted, and moves the focus to the first. Other pages than those of the grid are
  /// left out.
  public mutating func select(_ pages: some Sequence<PageID>) {
    selectOnly(Set(pages).intersection(self.pages))
    guard let first = selectedIndices.first else { return }
    focusedIndex = first
    selectionAnchor = self.pages[first]
  }

  /// Selects all pages.
  public mutating func selectAll() { selectOnly(Set(pages)) }

  /// Deselects all pages.
  public mutating func clearSelection() { selectOnly([]) }

  mutating func selectOnly(_ pages: Set<PageID>) {
    selection = pages
    if let anchor = selectionAnchor, !pages.contains(anchor) { selectionAnchor = nil }
    if pages.isEmpty { isSelecting = false }
  }
}
