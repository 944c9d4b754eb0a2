import GTKKit
import PostilViewer

/// The actions on the selection, for menus and keys.
final class SelectionActions {
  private let session: ViewerSession
  private unowned let commands: EditorCommands

  /// The actions' names, what they need, and what they do.
  private typealias Entry = (
    name: String, needs: SelectionCommands, run: @MainActor (AnnotationSelection) -> Void
  )

  private static let entries: [Entry] = [
    ("selection-duplicate", .copy, { $0.duplicate() }),
    ("selection-delete", .delete, { $0.delete() }),
    ("selection-front", .reorder, { $0.reorder(.toFront) }),
    ("selection-forward", .reorder, { $0.reorder(.forward) }),
    ("selection-backward", .reorder, { $0.reorder(.backward) }),
    ("selection-back", .reorder, { $0.reorder(.toBack) }),
    ("selection-turn-left", .turn, { $0.turn(by: .counterclockwise90) }),
    ("selection-turn-right", .turn, { $0.turn(by: .clockwise90) }),
    ("selection-lock", .lock, { $0.lock() }),
    ("selection-unlock", .unlock, { $0.unlock() }),
  ]

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
  }

  /// Adds the actions to a window.
  func add(to window: Window) {
    for entry in Self.entries {
      let action = Action(entry.name) { [unowned self] in entry.run(session.selection) }
      window.add(action)
      window.observe { [unowned self] in action.isEnabled = session.selection.commands.contains(entry.needs) }
    }
    addClipboard(to: window)
    let open = Action("selection-open") { [unowned self] in _ = commands.activateSelection() }
    window.add(open)
    window.observe { [unowned self] in
      open.isEnabled = !session.selection.commands.isDisjoint(with: [.editText, .follow])
    }
    for type in TextMarkupType.allCases {
      let action = Action("mark-\(type.rawValue)") { [unowned self] in session.textSelection.mark(as: type) }
      window.add(action)
      window.observe { [unowned self] in action.isEnabled = !session.textSelection.isEmpty }
    }
  }

  private func addClipboard(to window: Window) {
    let copy = Action("copy") { [unowned self] in _ = commands.copySelection() }
    let cut = Action("cut") { [unowned self] in _ = commands.cutSelection() }
    let paste = Action("paste") { [unowned self] in _ = commands.paste() }
    let all = Action("select-all") { [unowned self] in commands.selectAll() }
    for action in [copy, cut, paste, all] { window.add(action) }
    window.observe { [unowned self] in
      copy.isEnabled = !session.textSelection.isEmpty || session.selection.commands.contains(.copy)
      cut.isEnabled = session.selection.commands.contains([.copy, .delete])
    }
  }

  /// Adds the keys to the widget of the pages only, since text fields use the same ones.
  func addKeys(to widget: Widget) {
    let keys: [(String, @MainActor () -> Bool)] = [
      ("<Control>c", { [unowned self] in commands.copySelection() }),
      ("<Control>x", { [unowned self] in commands.cutSelection() }),
      ("<Control>v", { [unowned self] in commands.paste() }),
      ("<Control>a", { [unowned self] in commands.selectAll() }),
      ("<Control>d", { [unowned self] in perform(.copy) { $0.duplicate() } }),
      ("<Control>Page_Up", { [unowned self] in perform(.reorder) { $0.reorder(.forward) } }),
      ("<Control>Page_Down", { [unowned self] in perform(.reorder) { $0.reorder(.backward) } }),
      ("<Control><Shift>Page_Up", { [unowned self] in perform(.reorder) { $0.reorder(.toFront) } }),
      ("<Control><Shift>Page_Down", { [unowned self] in perform(.reorder) { $0.reorder(.toBack) } }),
    ]
    for (key, handler) in keys { widget.addShortcut(key, .local, handler) }
  }

  private func perform(_ needs: SelectionCommands, _ body: (AnnotationSelection) -> Void) -> Bool {
    guard session.selection.commands.contains(needs) else { return false }
    body(session.selection)
    return true
  }

  /// The menu for what is at the pointer.
  var menu: Menu {
    if !session.textSelection.isEmpty {
      return Menu([
        [(tr("Copy"), "win.copy")],
        [
          (tr("Highlight"), "win.mark-highlight"), (tr("Underline"), "win.mark-underline"),
          (tr("Strike Out"), "win.mark-strikeout"), (tr("Underline with a Wave"), "win.mark-squiggly"),
        ],
        [(tr("Mark for Redaction"), "win.mark-redaction")],
      ])
    }
    guard !session.selection.isEmpty else {
      return Menu([[(tr("Paste"), "win.paste"), (tr("Select All"), "win.select-all")]])
    }
    let isLocked = session.selection.commands.contains(.unlock)
    let open =
      session.selection.commands.contains(.follow)
      ? [(tr("Follow Link"), "win.selection-open")]
      : session.selection.commands.contains(.editText) ? [(tr("Edit Text"), "win.selection-open")] : []
    return Menu([
      open,
      [
        (tr("Cut"), "win.cut"), (tr("Copy"), "win.copy"), (tr("Paste"), "win.paste"),
        (tr("Duplicate"), "win.selection-duplicate"), (tr("Delete"), "win.selection-delete"),
      ],
      [
        (tr("Bring to Front"), "win.selection-front"), (tr("Bring Forward"), "win.selection-forward"),
        (tr("Send Backward"), "win.selection-backward"), (tr("Send to Back"), "win.selection-back"),
      ],
      [(tr("Turn Left"), "win.selection-turn-left"), (tr("Turn Right"), "win.selection-turn-right")],
      [isLocked ? (tr("Unlock"), "win.selection-unlock") : (tr("Lock"), "win.selection-lock")],
    ])
  }
}
