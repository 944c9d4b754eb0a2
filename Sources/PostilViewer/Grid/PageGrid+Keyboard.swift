extension PageGrid {
  /// Moves the focus and scrolls to it, as arrow keys do. Without a focus, the first visible cell gets it. Ignored
  /// while a page is dragged.
  public mutating func moveFocus(_ direction: GridDirection) {
    guard !pages.isEmpty, !isDragging else { return }
    let next = focusedIndex.map { index($0, towards: direction) } ?? firstVisibleIndex
    focusedIndex = next
    scroll(toShow: next)
  }

  /// Opens the focused page, as Enter does.
  public func openFocused() -> Outcome {
    guard let focusedIndex, !isDragging else { return .none }
    return .open(pages[focusedIndex])
  }

  /// Moves the focused page and scrolls to it, as arrow keys with Ctrl do.
  public mutating func moveFocused(_ direction: GridDirection) -> Outcome {
    guard let focusedIndex, !isDragging else { return .none }
    let outcome = move(from: focusedIndex, to: index(focusedIndex, towards: direction))
    scroll(toShow: self.focusedIndex ?? focusedIndex)
    return outcome
  }

  private func index(_ index: Int, towards direction: GridDirection) -> Int {
    let last = pages.count - 1
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

/// A direction in which a key moves the focus of a ``PageGrid``, or the focused page.
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
