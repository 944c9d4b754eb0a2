import GTKKit
import PostilViewer

/// The changes between two documents. A click, or Enter, goes to one.
final class ChangeList: Box {
  private let comparing: DocumentComparing
  private let summary = Label()
  let list = ListView { ChangeRow() }
  private var shown: [ComparedChange] = []
  private var current: Int?

  init(_ comparing: DocumentComparing) {
    self.comparing = comparing
    super.init(.vertical)
    setClass("comments")
    setClass("changes")
    setAccessibleLabel(tr("Changes"))
    summary.setClass("dim-label")
    summary.wraps = true
    summary.textAlignment = 0
    summary.setMargins(top: 8, bottom: 6, start: 10, end: 10)
    append(summary)
    let scrolled = ScrolledWindow(list)
    scrolled.expandsHeight = true
    append(scrolled)
    list.activatesOnClick = true
    list.setAccessibleLabel(tr("Changes"))
    list.onBind = { [unowned self] row, index in
      guard shown.indices.contains(index) else { return }
      (row as? ChangeRow)?.show(shown[index], isCurrent: index == current)
    }
    list.onActivate { [unowned self] in self.comparing.go(to: $0) }
    observe { [unowned self] in follow() }
    WidgetNames.name(list, "comparing.changes")
    WidgetNames.name(summary, "comparing.summary")
  }

  private func follow() {
    let (changes, index) = (comparing.changes, comparing.currentIndex)
    summary.text = Self.summary(comparing)
    if changes != shown {
      let count = shown.count
      (shown, current) = (changes, index)
      list.replace(0..<count, with: changes.count)
    } else if index != current {
      current = index
      list.rebind()
    }
    if let index { list.scroll(to: index) }
  }

  private static func summary(_ comparing: DocumentComparing) -> String {
    if comparing.progress != nil { return tr("Comparing…") }
    guard comparing.state == .ready, comparing.shown != nil else { return "" }
    if comparing.older == nil || comparing.newer == nil {
      return tr("There is nothing before it to compare with.")
    }
    return comparing.changes.isEmpty
      ? tr("Nothing is different.") : trn("%1 change", "%1 changes", comparing.changes.count)
  }
}
