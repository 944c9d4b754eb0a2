import GTKKit
import PostilViewer

/// An item of the outline.
final class OutlineRow: Box {
  let arrow = Button(icon: "pan-end-symbolic", name: tr("Show what is below"))
  private let label = Label()
  private let field = TextField()
  private let click = ClickGesture()
  private(set) var id: OutlineItem.ID?
  private var isOpen = false
  /// Called when it is pressed.
  var onPress: (OutlineItem.ID) -> Void = { _ in }
  /// Called when it is to be opened or closed.
  var onToggle: (OutlineItem.ID, Bool) -> Void = { _, _ in }
  /// Called when it is to be renamed.
  var onRename: (OutlineItem.ID) -> Void = { _ in }
  /// Called when renaming ends: with the text, or `nil` if it was given up.
  var onText: (OutlineItem.ID, String?) -> Void = { _, _ in }

  /// Where an item that is dragged would be dropped.
  enum DropMark: String, CaseIterable { case before, after, below }

  init() {
    super.init(.horizontal, spacing: 4)
    setClass("item")
    arrow.setClass("flat")
    arrow.alignY = .center
    // The row takes the focus.
    arrow.isFocusable = false
    label.textAlignment = 0
    label.shortensEnd()
    label.expandsWidth = true
    field.expandsWidth = true
    field.isVisible = false
    field.nameInside(tr("Text of the outline item"))
    for child in [arrow, label, field] as [Widget] { append(child) }
    arrow.onClick { [unowned self] in if let id { onToggle(id, !isOpen) } }
    click.onPress { [unowned self] count, _ in
      guard count == 2, let id, !isRenaming else { return }
      // The list would take it for a request to go there.
      click.claim()
      onRename(id)
    }
    click.onRelease { [unowned self] count, _ in
      if count == 1, let id, !isRenaming { onPress(id) }
    }
    add(click)
    connectField()
  }

  /// The text that it shows.
  var text: String { label.text }

  /// Shows an item.
  func show(_ row: DocumentOutline.Row, isCurrent: Bool) {
    if row.id != id { endRenaming(with: nil) }
    (id, isOpen) = (row.id, row.isOpen)
    label.setMarkup(markup(of: row))
    tooltip = row.label
    // Limit the indentation, to leave space for the text.
    setMargins(start: min(row.level, 8) * 14)
    arrow.opacity = row.hasChildren ? 1 : 0
    arrow.canBeTargeted = row.hasChildren
    arrow.setIcon(row.isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
    setClass("current", isCurrent)
    setAccessibleTreeRow(
      row.label, level: row.level + 1, isExpanded: row.hasChildren ? row.isOpen : nil, isCurrent: isCurrent)
  }

  private func markup(of row: DocumentOutline.Row) -> String {
    var look = ""
    if row.isBold { look += " weight='bold'" }
    if row.isItalic { look += " style='italic'" }
    if let color = row.color, color != .black {
      // Mixed with that of the text, so that it is seen on dark windows too.
      let shown = RGBA(color.red, color.green, color.blue).mixed(with: foreground, 0.25)
      look += " foreground='\(shown.hex)'"
    }
    let text = row.label.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return look.isEmpty ? text : "<span\(look)>\(text)</span>"
  }

  /// Marks where an item would be dropped.
  func mark(_ mark: DropMark?) {
    for other in DropMark.allCases { setClass("drop-\(other.rawValue)", other == mark) }
  }

  // MARK: - Renaming

  private var isRenaming: Bool { field.isVisible }

  /// Lets the text be changed.
  func rename() {
    guard !isRenaming else { return }
    field.text = label.text
    (label.isVisible, field.isVisible) = (false, true)
    WidgetNames.name(field, "outline.text")
    field.grabFocus()
    field.selectAll()
  }

  private func connectField() {
    field.onActivate { [unowned self] in endRenaming(with: field.text) }
    // Before the list, whose keys they are otherwise.
    let keys = KeyController()
    keys.phase = .capture
    keys.onPress { [unowned self] key in
      guard key == KeyController.key("Escape") else { return false }
      endRenaming(with: nil)
      return true
    }
    field.add(keys)
    let focus = FocusController()
    focus.onLeave { [unowned self] in endRenaming(with: field.text) }
    field.add(focus)
  }

  private func endRenaming(with text: String?) {
    guard isRenaming, let id else { return }
    (label.isVisible, field.isVisible) = (true, false)
    field.name = ""
    onText(id, text)
  }
}
