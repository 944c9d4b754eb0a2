import GTKKit
import PostilViewer

/// The bar at the left of the pages: the tools, and buttons for style, undo, redo and clearing.
final class ToolBar: Box {
  private let session: ViewerSession
  private let commands: EditorCommands
  private(set) var toolButtons: [ToolButton] = []
  let style: MenuButton
  let undo = Button(child: Image(icon: "postil-undo-symbolic", size: 24), name: tr("Undo"))
  let redo = Button(child: Image(icon: "postil-redo-symbolic", size: 24), name: tr("Redo"))
  let clear = Button(child: Image(icon: "postil-clear-symbolic", size: 24), name: tr("Clear Page"))
  private var shown: (status: EditingStatus, isDrawing: Bool)?
  /// The tools, which are scrolled if there is not enough space.
  private let tools = Box(.vertical, spacing: 4)
  /// The other buttons, which are always visible.
  private let edits = Box(.vertical, spacing: 4)
  /// The number of columns of buttons.
  private var columns = 0

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
    let dot = ColorDot(session.palette)
    style = MenuButton(child: dot, name: tr("Colour and Width"))
    super.init(.vertical)
    setClass("tools")
    setAccessibleLabel(tr("Tools"))
    fill()
    let scrolled = ScrolledWindow(tools)
    scrolled.expandsHeight = true
    append(scrolled)
    append(Separator(.horizontal))
    append(edits)
    arrange(columns: 1)
    connect()
  }

  /// Puts the buttons in one column, or two.
  private func arrange(columns: Int) {
    guard columns != self.columns else { return }
    self.columns = columns
    for (box, buttons) in [(tools, toolButtons as [Widget]), (edits, [style, clear, undo, redo])] {
      for child in buttons { (child.parent as? Box)?.remove(child) }
      box.removeAll()
      for start in stride(from: 0, to: buttons.count, by: columns) {
        box.append(Box(.horizontal, spacing: 2, Array(buttons[start..<min(start + columns, buttons.count)])))
      }
    }
  }

  /// Uses one column in a narrow window, as on a telephone. The two limits differ, since another column changes the width of
  /// the pages.
  private func fit(_ width: Double) {
    if width < 480 { arrange(columns: 1) } else if width > 560 { arrange(columns: 2) }
  }

  private func fill() {
    for box in [tools, edits] { box.setMargins(top: 6, bottom: 6, start: 6, end: 6) }
    for tool in session.palette.tools {
      let button = ToolButton(tool, session.palette)
      if let key = session.palette.key(of: tool) { button.hint(tr(tool.name), key) }
      toolButtons.append(button)
      WidgetNames.name(button, "tool.\(tool.id.rawValue)")
    }
    for child in [style, undo, redo, clear] as [Widget] { child.setClass("flat") }
    for child in [undo, redo, clear] { child.takesFocusOnClick = false }
    clear.hint(tr("Clear Page"), "Delete")
    style.hasFrame = false
    style.nameInside(tr("Colour and Width"))
    style.openSideways()
    let popover = StylePopover(session.palette)
    popover.onMore = { [unowned self] in
      style.popDown()
      commands.showInkSettings()
    }
    style.setPopover(popover)
    for (name, widget) in [("style", style), ("undo", undo), ("redo", redo), ("clear", clear)] {
      WidgetNames.name(widget, name)
    }
  }

  private func connect() {
    undo.onClick { [unowned self] in commands.undo() }
    redo.onClick { [unowned self] in commands.redo() }
    clear.onClick { [unowned self] in commands.clearPage() }
    observe { [unowned self] in fit(session.viewport.viewSize.width) }
    observe { [unowned self] in follow(session.status, isDrawing: session.drawing.isDrawing) }
  }

  /// Shows what can be done. Called for every point of a stroke, and therefore does nothing if nothing has changed.
  private func follow(_ status: EditingStatus, isDrawing: Bool) {
    guard shown?.status != status || shown?.isDrawing != isDrawing else { return }
    shown = (status, isDrawing)
    undo.isEnabled = status.canUndo || isDrawing
    redo.isEnabled = status.canRedo && !isDrawing
    undo.rename(status.undoName.map { tr("Undo “%1”", tr($0)) } ?? tr("Undo"), "Ctrl+Z")
    redo.rename(status.redoName.map { tr("Redo “%1”", tr($0)) } ?? tr("Redo"), "Ctrl+Shift+Z")
  }
}
