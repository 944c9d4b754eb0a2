import GTKKit
import PostilViewer

/// Commands on the outline.
extension EditorCommands {
  /// Adds the current page to the outline, behind the item in use, and lets its text be changed. What is selected on the page
  /// becomes the text.
  func addToOutline() {
    guard case .ready = session.state, let document = window?.document else { return }
    let selected = session.textSelection.string.split(whereSeparator: \.isNewline).joined(separator: " ")
    let label =
      selected.isEmpty
      ? tr("Page %1", grouped(session.viewport.currentIndex + 1)) : String(selected.prefix(200))
    showsGrid = false
    if sidePane != .outline { sidePane = .outline }
    let new = session.outline.add(label, after: outlineItem)
    Task {
      if let id = await new.value { document.outline.rename(id) }
    }
  }

  /// Adds the actions on items of the outline to a window.
  func addOutlineActions(to window: EditorWindow) {
    let outline = session.outline
    let entries: [(name: String, needs: DocumentOutline.Commands, run: @MainActor (OutlineItem.ID) -> Void)] =
      [
        ("rename", [], { [unowned window] in window.document.outline.rename($0) }),
        ("delete", [], { outline.remove($0) }), ("up", .moveUp, { outline.move($0, by: -1) }),
        ("down", .moveDown, { outline.move($0, by: 1) }), ("outdent", .outdent, { outline.outdent($0) }),
        ("indent", .indent, { outline.indent($0) }),
      ]
    for entry in entries {
      let action = Action("outline-\(entry.name)") { [unowned self] in outlineItem.map(entry.run) }
      window.add(action)
      window.observe { [unowned self] in
        _ = outline.rows
        action.isEnabled =
          outlineRow != nil && outline.commands(for: outlineItem ?? "").isSuperset(of: entry.needs)
      }
    }
    let bold = Action(toggle: "outline-bold", isOn: false) { [unowned self] isOn in
      if let outlineItem { outline.update(outlineItem) { $0.isBold = isOn } }
    }
    let italic = Action(toggle: "outline-italic", isOn: false) { [unowned self] isOn in
      if let outlineItem { outline.update(outlineItem) { $0.isItalic = isOn } }
    }
    let color = Action(choice: "outline-color", "") { [unowned self] hex in
      let color = PaletteColor.presets.first { $0.color.hex == hex }?.color
      if let outlineItem { outline.update(outlineItem) { $0.color = color } }
    }
    for action in [bold, italic, color] { window.add(action) }
    window.observe { [unowned self] in
      let row = outlineRow
      for action in [bold, italic, color] { action.isEnabled = row != nil }
      (bold.isOn, italic.isOn) = (row?.isBold == true, row?.isItalic == true)
      color.choice = row?.color?.hex ?? ""
    }
  }

  private var outlineRow: DocumentOutline.Row? { session.outline.rows.first { $0.id == outlineItem } }
}
