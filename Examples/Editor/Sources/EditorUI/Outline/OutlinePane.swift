import GTKKit
import PostilViewer

/// The outline of the document beside its pages: a click or the Return key goes to a section, Left and Right close and open it.
final class OutlinePane: Box {
  private let session: ViewerSession
  private unowned let commands: EditorCommands
  private let summary = Label()
  let list = ListView { OutlineRow() }
  private var shown: [DocumentOutline.Row] = []
  private var shownRow: Int?
  /// Called to return the keyboard focus to the pages.
  var onClose: () -> Void = {}

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
    super.init(.vertical)
    setClass("outline")
    setAccessibleLabel(tr("Outline"))
    setMinimumSize(width: 280)
    list.setAccessibleLabel(tr("Outline"))
    summary.setClass("dim-label")
    summary.wraps = true
    summary.setMargins(top: 12, bottom: 12, start: 12, end: 12)
    append(summary)
    let scrolled = ScrolledWindow(list)
    scrolled.expandsHeight = true
    append(scrolled)
    WidgetNames.name(list, "outline.list")
    connect()
  }

  private func connect() {
    list.onBind = { [unowned self] in bind($0, $1) }
    list.onActivate { [unowned self] in follow($0) }
    list.addShortcut("Right") { [unowned self] in open(!isRightToLeft) }
    list.addShortcut("Left") { [unowned self] in open(isRightToLeft) }
    addShortcut("Escape") { [unowned self] in
      onClose()
      return true
    }
    observe { [unowned self] in followRows() }
    observe { [unowned self] in followSection() }
  }

  /// Moves the keyboard focus to the list, at the row of the section in view.
  func takeKeyboard() {
    if shown.isEmpty { list.grabFocus() } else { list.scroll(to: shownRow ?? 0, grabsFocus: true) }
  }

  // MARK: - Rows

  private func bind(_ row: Widget, _ index: Int) {
    guard let row = row as? OutlineRow, shown.indices.contains(index) else { return }
    row.show(shown[index], isCurrent: index == shownRow)
    row.onPress = { [unowned self] in commands.follow($0) }
    row.onToggle = { [unowned self] in session.outline.setOpen($1, $0) }
    WidgetNames.name(row, "outline.\(index + 1)")
    WidgetNames.name(row.arrow, "outline.\(index + 1).arrow")
  }

  /// Replaces only the rows that differ, so that the scroll position stays.
  private func followRows() {
    let outline = session.outline
    let (old, new) = (shown, outline.rows)
    summary.text = outline.isReading ? tr("Reading the outline…") : tr("This document has no outline.")
    summary.isVisible = new.isEmpty
    guard new != old else { return }
    let first = zip(old, new).prefix { $0.id == $1.id }.count
    let room = min(old.count, new.count) - first
    let last = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0.id == $1.id }.count
    shown = new
    shownRow = outline.currentRow
    list.replace(first..<old.count - last, with: new.count - last - first)
    list.rebind()
  }

  private func followSection() {
    let row = session.outline.currentRow
    guard row != shownRow else { return }
    shownRow = row
    list.rebind()
    // Do not scroll while the user navigates in the list.
    if let row, !list.containsFocus { list.scroll(to: row) }
  }

  // MARK: - Keys

  private func follow(_ index: Int) {
    if shown.indices.contains(index) { commands.follow(shown[index].id) }
  }

  /// Opens the focused row, or goes to its first child; closes it, or goes to its parent.
  private func open(_ isOpen: Bool) -> Bool {
    guard let index = list.focusedIndex, shown.indices.contains(index) else { return false }
    let row = shown[index]
    if row.hasChildren, row.isOpen != isOpen {
      session.outline.setOpen(isOpen, row.id)
    } else if isOpen, row.hasChildren {
      list.scroll(to: index + 1, grabsFocus: true)
    } else if !isOpen, let parent = session.outline.parent(of: row.id),
      let place = shown.firstIndex(where: { $0.id == parent.id })
    {
      list.scroll(to: place, grabsFocus: true)
    }
    return true
  }
}

/// An item of the outline.
final class OutlineRow: Box {
  let arrow = Button(icon: "pan-end-symbolic", name: tr("Show what is below"))
  private let label = Label()
  private var id: OutlineItem.ID?
  private var isOpen = false
  /// Called when it is pressed.
  var onPress: (OutlineItem.ID) -> Void = { _ in }
  /// Called when it is to be opened or closed.
  var onToggle: (OutlineItem.ID, Bool) -> Void = { _, _ in }

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
    append(arrow)
    append(label)
    arrow.onClick { [unowned self] in if let id { onToggle(id, !isOpen) } }
    let click = ClickGesture()
    click.onPress { [unowned self] _, _ in if let id { onPress(id) } }
    add(click)
  }

  /// The text that it shows.
  var text: String { label.text }

  /// Shows an item.
  func show(_ row: DocumentOutline.Row, isCurrent: Bool) {
    (id, isOpen) = (row.id, row.isOpen)
    label.text = row.label
    tooltip = row.label
    label.setClass("heading", row.isBold)
    // Limit the indentation, to leave space for the text.
    setMargins(start: min(row.level, 8) * 14)
    arrow.opacity = row.hasChildren ? 1 : 0
    arrow.canBeTargeted = row.hasChildren
    arrow.setIcon(row.isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
    setClass("current", isCurrent)
    setAccessibleTreeRow(
      row.label, level: row.level + 1, isExpanded: row.hasChildren ? row.isOpen : nil, isCurrent: isCurrent)
  }
}
