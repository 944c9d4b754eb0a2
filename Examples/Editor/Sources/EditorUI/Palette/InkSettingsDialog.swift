import GTKKit
import PostilViewer

/// What the pen does besides drawing, and what fingers do. What is chosen counts at once.
final class InkSettingsDialog: Window {
  /// A control for each of the choices.
  private(set) var choosers: [ChoiceChooser] = []

  init(_ palette: ToolPalette, over parent: Window) {
    super.init()
    title = tr("Pen and Fingers")
    makeDialog(of: parent)
    let column = Box(.vertical, spacing: 16)
    column.margin = 18
    for choice in palette.tool(.freehand)?.choices ?? [] {
      let chooser = ChoiceChooser(choice)
      chooser.onChoose = { palette.setChoice($0, of: choice, for: .freehand) }
      column.observe { [unowned chooser] in chooser.show(palette.choice(choice, for: .freehand)) }
      choosers.append(chooser)
    }
    let fingers = ChoiceChooser(.fingers)
    fingers.onChoose = { palette.fingers = FingerUse(rawValue: $0) ?? .automatic }
    column.observe { [unowned fingers] in fingers.show(palette.fingers.rawValue) }
    choosers.append(fingers)
    for chooser in choosers { column.append(chooser) }
    let close = Button(tr("Done"))
    close.onClick { [unowned self] in destroy() }
    WidgetNames.name(close, "ink.done")
    let scrolled = ScrolledWindow(column)
    scrolled.expandsHeight = true
    let end = Box(.vertical, [close])
    end.margin = 12
    setContent(Box(.vertical, [scrolled, Separator(.horizontal), end]))
    // In a narrow window the texts wrap, and the rest is scrolled.
    setDefaultSize(
      width: min(max(Int(parent.width), 300), 420), height: min(max(Int(parent.height), 300), 640))
    addShortcut("Escape", .window) { [unowned self] in
      destroy()
      return true
    }
  }
}

extension EditorCommands {
  /// Shows what can be chosen for the pen and fingers.
  func showInkSettings() {
    guard let window else { return }
    let dialog = InkSettingsDialog(session.palette, over: window)
    dialog.present()
    dialog.choosers.first?.options.first { $0.button.isActive }?.button.grabFocus()
  }
}
