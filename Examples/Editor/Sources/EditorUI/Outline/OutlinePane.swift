import GTKKit
import PostilViewer

/// The outline of the document beside its pages: a click or the Return key goes to a section, Left and Right close and open it.
/// Items are added, renamed, moved and removed here.
final class OutlinePane: Box {
  private let session: ViewerSession
  private unowned let commands: EditorCommands
  private let summary = Label()
  let list = ListView { OutlineRow() }
  private var shown: [DocumentOutline.Row] = []
  private var shownRow: Int?
  /// An item to rename as soon as it is shown.
  private var awaited: OutlineItem.ID?
  private var waiting: FrameTask?
  private var menu: PopoverMenu?
  private var drag: OutlineDrag?
  /// Called to return the keyboard focus to the pages.
  var onClose: () -> Void = {}

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
    super.init(.vertical)
    fill(tr("Outline"), summary: summary, list: list, bar: bar)
    WidgetNames.name(list, "outline.list")
    connect()
    drag = OutlineDrag(self, session)
  }

  private var bar: Box {
    let buttons: [(icon: String, name: String, keys: String, action: String)] = [
      ("list-add-symbolic", tr("Add the Page to the Outline"), "Ctrl+B", "outline-add"),
      ("list-remove-symbolic", tr("Delete"), "Delete", "outline-delete"),
      ("go-up-symbolic", tr("Move Up"), "Alt+↑", "outline-up"),
      ("go-down-symbolic", tr("Move Down"), "Alt+↓", "outline-down"),
      ("format-indent-less-symbolic", tr("Outdent"), "Alt+←", "outline-outdent"),
      ("format-indent-more-symbolic", tr("Indent"), "Alt+→", "outline-indent"),
    ]
    let bar = Box(
      .horizontal, spacing: 2,
      buttons.map { entry in
        let button = Button(icon: entry.icon, name: entry.name)
        button.hint(entry.name, entry.keys)
        button.action = "win.\(entry.action)"
        button.setClass("flat")
        // The row keeps the focus: it is the one that the command is about.
        button.takesFocusOnClick = false
        WidgetNames.name(button, entry.action)
        return button
      })
    bar.setClass("panebar")
    return bar
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
    let menuClick = ClickGesture(button: 3)
    menuClick.onPress { [unowned self] _, point in
      guard let index = list.index(at: point)?.index else { return }
      list.scroll(to: index, grabsFocus: true)
      showMenu(at: point)
    }
    list.add(menuClick)
    addKeys()
  }

  private func addKeys() {
    let (left, right) = isRightToLeft ? ("Right", "Left") : ("Left", "Right")
    let keys: [(keys: [String], action: String)] = [
      (["F2"], "rename"), (["Delete", "KP_Delete"], "delete"), (["<Alt>Up"], "up"), (["<Alt>Down"], "down"),
      (["<Alt>\(left)", "<Control>bracketleft"], "outdent"),
      (["<Alt>\(right)", "<Control>bracketright"], "indent"),
    ]
    for entry in keys {
      for key in entry.keys {
        list.addShortcut(key) { [unowned self] in
          commands.outlineItem = item
          return list.activate(action: "win.outline-\(entry.action)")
        }
      }
    }
    for key in ["Menu", "<Shift>F10"] {
      list.addShortcut(key) { [unowned self] in
        guard let index = list.focusedIndex, let row = list.row(at: index),
          let place = row.convert(Point(x: row.width / 2, y: row.height), to: list)
        else { return false }
        showMenu(at: place)
        return true
      }
    }
  }

  /// Moves the keyboard focus to the list, at the row of the section in view.
  func takeKeyboard() {
    if shown.isEmpty { list.grabFocus() } else { list.scroll(to: shownRow ?? 0, grabsFocus: true) }
  }

  /// The keyboard focus moved in the window.
  func focusMoved() {
    if list.containsFocus, let item { commands.outlineItem = item }
  }

  /// The item that commands are about: of the focused row, else of the section in view.
  private var item: OutlineItem.ID? {
    let index = list.focusedIndex ?? shownRow
    return index.flatMap { shown.indices.contains($0) ? shown[$0].id : nil }
  }

  // MARK: - Rows

  private func bind(_ row: Widget, _ index: Int) {
    guard let row = row as? OutlineRow, shown.indices.contains(index) else { return }
    row.show(shown[index], isCurrent: index == shownRow)
    row.onPress = { [unowned self] in commands.follow($0) }
    row.onToggle = { [unowned self] in session.outline.setOpen($1, $0) }
    row.onRename = { [unowned self] in rename($0) }
    row.onText = { [unowned self] in renamed($0, $1) }
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
    let focused = item
    let hadFocus = list.containsFocus
    let first = zip(old, new).prefix { $0.id == $1.id }.count
    let room = min(old.count, new.count) - first
    let last = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0.id == $1.id }.count
    shown = new
    shownRow = outline.currentRow
    list.replace(first..<old.count - last, with: new.count - last - first)
    list.rebind()
    if hadFocus, old.isEmpty {
      MainLoop.soon { [weak self] in self?.takeKeyboard() }
    } else if hadFocus, let focused, let index = new.firstIndex(where: { $0.id == focused }) {
      MainLoop.soon { [weak self] in self?.list.scroll(to: index, grabsFocus: true) }
    }
    commands.outlineItem = focused
    renameAwaited()
  }

  private func followSection() {
    let row = session.outline.currentRow
    guard row != shownRow else { return }
    shownRow = row
    list.rebind()
    // Do not scroll while the user navigates in the list.
    if let row, !list.containsFocus {
      list.scroll(to: row)
      commands.outlineItem = item
    }
  }

  // MARK: - Renaming

  /// Lets the text of an item be changed, as soon as it is shown.
  func rename(_ id: OutlineItem.ID) {
    awaited = id
    renameAwaited()
  }

  private func renameAwaited() {
    guard let id = awaited, let index = shown.firstIndex(where: { $0.id == id }) else { return }
    list.scroll(to: index, grabsFocus: true)
    // Rows that come into view are made when the list is laid out.
    var frames = 0
    waiting = FrameTask(list) { [weak self] _ in
      guard let self, awaited == id else { return false }
      frames += 1
      guard let row = list.row(at: index) as? OutlineRow, row.id == id else { return frames < 100 }
      awaited = nil
      row.rename()
      return false
    }
  }

  private func renamed(_ id: OutlineItem.ID, _ text: String?) {
    let old = shown.first { $0.id == id }?.label
    if let text, !text.isEmpty, text != old { session.outline.rename(id, to: text) }
    if let index = shown.firstIndex(where: { $0.id == id }), isMapped {
      MainLoop.soon { [weak self] in self?.list.scroll(to: index, grabsFocus: true) }
    }
  }

  // MARK: - Keys and the menu

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

  private func showMenu(at place: Point) {
    commands.outlineItem = item
    menu?.unparent()
    let colors =
      [(tr("Default"), "win.outline-color::")]
      + PaletteColor.presets.map { (tr($0.name), "win.outline-color::\($0.color.hex)") }
    let new = PopoverMenu(
      Menu([
        [(tr("Rename"), "win.outline-rename"), (tr("Delete"), "win.outline-delete")],
        [
          (tr("Move Up"), "win.outline-up"), (tr("Move Down"), "win.outline-down"),
          (tr("Outdent"), "win.outline-outdent"), (tr("Indent"), "win.outline-indent"),
        ],
        [(tr("Bold"), "win.outline-bold"), (tr("Italic"), "win.outline-italic")],
      ]).adding(tr("Colour"), Menu([colors])))
    new.attach(to: self)
    let point = list.convert(place, to: self) ?? place
    new.point(at: Rect(x: point.x, y: point.y, width: 1, height: 1))
    let index = list.focusedIndex
    new.onClose { [unowned self] in if let index { list.scroll(to: index, grabsFocus: true) } }
    menu = new
    new.popUp()
  }

  /// The item of a row.
  func item(at index: Int) -> DocumentOutline.Row? { shown.indices.contains(index) ? shown[index] : nil }
}
