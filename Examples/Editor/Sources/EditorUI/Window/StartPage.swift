import GTKKit

/// What is seen while there is no document.
final class StartPage: Box {
  let open = Button(tr("Open…"))

  init(_ commands: EditorCommands) {
    super.init(.vertical, spacing: 16)
    setClass("notice")
    (alignX, alignY) = (.center, .center)
    margin = 24
    let icon = Image(icon: "postil-freehand-symbolic", size: 96)
    icon.setClass("dim-label")
    let title = Label(tr("Open a PDF document"))
    title.setClass("title-1")
    let advice = Label(tr("Draw on its pages, turn them, put them in order. Or drag a file here."))
    for label in [title, advice] {
      label.wraps = true
      label.centerLines()
      label.maximumLetters = 36
    }
    open.setClass("suggested-action")
    open.setClass("pill")
    open.alignX = .center
    open.onClick { commands.open() }
    WidgetNames.name(open, "start.open")
    for child in [icon, title, advice, open] { append(child) }
    addRecent(commands)
  }

  /// The files that were used last.
  private func addRecent(_ commands: EditorCommands) {
    let files = RecentFiles.files(withExtension: "pdf", limit: 5)
    guard !files.isEmpty else { return }
    let title = Label(tr("Recent Files"))
    title.setClass("heading")
    append(title)
    let column = Box(.vertical, spacing: 2)
    for (place, file) in files.enumerated() {
      let name = Label(file.lastPathComponent)
      name.shortensEnd()
      let button = Button(child: name, name: file.lastPathComponent)
      button.tooltip = file.path
      button.setClass("flat")
      button.onClick { commands.open(file) }
      WidgetNames.name(button, "recent.\(place + 1)")
      column.append(button)
    }
    append(column)
  }
}
