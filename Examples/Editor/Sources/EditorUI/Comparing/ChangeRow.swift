import GTKKit
import PostilViewer

/// A change in the list: what became of what, where, and in what way.
final class ChangeRow: Box {
  private let mark = Label("●")
  private let title = Label()
  private let detail = Label()

  init() {
    super.init(.horizontal, spacing: 8)
    setClass("change")
    for label in [title, detail] {
      label.textAlignment = 0
      label.shortensEnd()
      label.expandsWidth = true
    }
    mark.alignY = .start
    detail.setClass("dim-label")
    append(mark)
    append(Box(.vertical, spacing: 1, [title, detail]))
  }

  /// Shows a change.
  func show(_ change: ComparedChange, isCurrent: Bool) {
    for kind in ComparedChange.Kind.allCases { mark.setClass(kind.rawValue, kind == change.kind) }
    title.text = Self.title(change)
    detail.text = Self.detail(change)
    detail.isVisible = !detail.text.isEmpty
    setClass("current", isCurrent)
    tooltip = [title.text, detail.text].filter { !$0.isEmpty }.joined(separator: "\n")
    setAccessibleTreeRow(
      [title.text, detail.text].joined(separator: ", "), level: 1, isExpanded: nil, isCurrent: isCurrent)
  }

  /// What became of what: "Added: Ellipse".
  static func title(_ change: ComparedChange) -> String {
    let name = if case .field(let name, _) = change.subject { name } else { tr(change.title) }
    return tr("%1: %2", tr(change.kind.title), name)
  }

  private static func detail(_ change: ComparedChange) -> String {
    let page =
      change.new.map { tr("Page %1", grouped($0.page + 1)) }
      ?? change.old.map { tr("Page %1 before", grouped($0.page + 1)) }
    let text = change.text.prefix(200).split(whereSeparator: \.isNewline).joined(separator: " ")
    return ([page].compactMap(\.self) + change.details.map { tr($0) } + [text]).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }
}
