extension PageGrid {
  /// Takes the focus to another page and shows it: what arrow keys do. Without a focus, the first cell in sight
  /// gets it. Nothing happens while a page is dragged.
  public mutating func moveFocus(_ direction: GridDirection) {
    guard !pages.isEmpty, !isDragging else { return }
    let next = focusedIndex.map { index($0, towards: direction) } ?? firstVisibleIndex
    focusedIndex = next
    scroll(toShow: next)
  }

  /// Opens the focused page: what Enter does.
  public func openFocused() -> Outcome {
    guard let focusedIndex, !isDragging else { return .none }
    return .open(pages[focusedIndex])
  }

  /// Gives the focused page another place and shows it there: what arrow keys do with Ctrl.
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
