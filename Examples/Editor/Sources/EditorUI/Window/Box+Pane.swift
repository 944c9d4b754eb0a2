import GTKKit

extension Box {
  /// Makes it a pane beside the pages: a list, a text where there is nothing to list, and a bar below.
  ///
  /// - Parameter title: What the pane and its list are called.
  func fill(_ title: String, summary: Label, list: Widget, bar: Box) {
    setClass("outline")
    setAccessibleLabel(title)
    setMinimumSize(width: 280)
    list.setAccessibleLabel(title)
    summary.setClass("dim-label")
    summary.wraps = true
    summary.setMargins(top: 12, bottom: 12, start: 12, end: 12)
    append(summary)
    let scrolled = ScrolledWindow(list)
    scrolled.expandsHeight = true
    append(scrolled)
    append(bar)
  }
}
