extension PageGrid {
  /// Moves the focus, scrolls to it, and selects the page there alone, as arrow keys do. Without a focus, the first visible
  /// cell gets it. Ignored while a page is dragged.
  ///
  /// - Parameters:
  ///   - direction: Where to.
  ///   - extends: Whether to select all pages from where the selection began, as arrow keys with Shift do.
  public mutating func moveFocus(_ direction: GridDirection, extends: Bool = false) {
    guard !pages.isEmpty, !isDragging else { return }
    let next =
      focusedIndex.map { index($0, towards: direction, last: pages.count - 1) } ?? firstVisibleIndex
    if extends, selection.isEmpty { selectionAnchor = focusedIndex.map { pages[$0] } }
    select(next, extends ? .extend : .only)
    scroll(toShow: next)
  }

  /// Opens the focused page, as Enter does.
  public func openFocused() -> Outcome {
    guard let focusedIndex, !isDragging else { return .none }
    return .open(pages[focusedIndex])
  }

  /// Moves the focused page, or if it is selected all selected ones together, and scrolls to it, as arrow keys with Ctrl do.
  public mutating func moveFocused(_ direction: GridDirection) -> Outcome {
    guard let focusedIndex, !isDragging else { return .none }
    let held = pagesToDrag(with: focusedIndex)
    let target = index(held[0], towards: direction, last: pages.count - held.count)
    let outcome = move(held, to: target)
    scroll(toShow: self.focusedIndex ?? focusedIndex)
    return outcome
  }

  private func index(_ index: Int, towards direction: GridDirection, last: Int) -> Int {
    switch direction {
    case .left: return max(index - 1, 0)
    case .right: return min(index + 1, last)
    case .up: return index >= columnCount ? index - columnCount : index
    case .down:
      let isInLastRow = index / columnCount == last / columnCount
      return isInLastRow ? index : min(index + columnCount, last)
    case .first: return 0
    case .last: return last
    }
  }

  private var firstVisibleIndex: Int { min(anchor, pages.count - 1) }
}

/// A direction in which a key moves the focus of a ``PageGrid``, or pages.
public enum GridDirection: Sendable, Hashable, CaseIterable {
  /// To the previous page, wrapping to the row above.
  case left
  /// To the next page, wrapping to the row below.
  case right
  /// To the same column of the row above.
  case up
  /// To the same column of the row below, or to the last page if that row is shorter.
  case down
  /// To the first page.
  case first
  /// To the last page.
  case last
}
