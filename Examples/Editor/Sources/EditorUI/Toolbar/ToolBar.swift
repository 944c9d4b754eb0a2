import GTKKit
import PostilViewer

/// The tools at the left of the pages, and what is done with what they drew.
final class ToolBar: Box {
  private let session: ViewerSession
  private let commands: EditorCommands
  private(set) var toolButtons: [ToolButton] = []
  let style: MenuButton
  let undo = Button(child: Image(icon: "postil-undo-symbolic", size: 24), name: tr("Undo"))
  let redo = Button(child: Image(icon: "postil-redo-symbolic", size: 24), name: tr("Redo"))
  let clear = Button(child: Image(icon: "postil-clear-symbolic", size: 24), name: tr("Clear Page"))
  private var shown: (status: EditingStatus, isDrawing: Bool)?
  private let column = Box(.vertical, spacing: 4)

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
    let dot = ColorDot(session.palette)
    style = MenuButton(child: dot, name: tr("Colour and Width"))
    super.init(.vertical)
    setClass("tools")
    setAccessibleLabel(tr("Tools"))
    fill()
    let scrolled = ScrolledWindow(column)
    scrolled.expandsHeight = true
    append(scrolled)
    connect()
  }

  private func fill() {
    column.setMargins(top: 6, bottom: 6, start: 6, end: 6)
    for (place, tool) in session.palette.tools.enumerated() {
      let button = ToolButton(tool, session.palette)
      if place < 9 { button.hint(tr(tool.name), "\(place + 1)") }
      toolButtons.append(button)
      column.append(button)
      WidgetNames.name(button, "tool.\(tool.id.rawValue)")
    }
    for (place, child) in [style, Separator(.horizontal), undo, redo, clear].enumerated() {
      if place > 0 { child.takesFocusOnClick = false }
      child.setClass("flat")
      column.append(child)
    }
    clear.hint(tr("Clear Page"), "Delete")
    style.hasFrame = false
    style.nameInside(tr("Colour and Width"))
    style.opensSideways()
    style.setPopover(StylePopover(session.palette))
    for (name, widget) in [("style", style), ("undo", undo), ("redo", redo), ("clear", clear)] {
      WidgetNames.name(widget, name)
    }
  }

  private func connect() {
    undo.onClick { [unowned self] in commands.undo() }
    redo.onClick { [unowned self] in commands.redo() }
    clear.onClick { [unowned self] in commands.clearPage() }
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
