import GTKKit
import PostilViewer

/// The open document: tools, pages, and the way through them.
final class DocumentView: Box {
  let canvas: Widget
  let tools: ToolBar
  let scrubber: ScrubberBar
  let toast = Toast()
  let notice: PageNotice

  init(_ session: ViewerSession, _ commands: EditorCommands, canvas: Widget) {
    self.canvas = canvas
    tools = ToolBar(session, commands)
    scrubber = ScrubberBar(session)
    notice = PageNotice(session, commands)
    super.init(.vertical)
    let middle = Overlay(canvas, [notice, toast])
    (middle.expandsWidth, middle.expandsHeight) = (true, true)
    append(Box(.horizontal, [tools, middle]))
    append(scrubber)
    scrubber.pageEntry.onClose = { [unowned self] in self.canvas.grabFocus() }
    addKeys(session, commands)
  }

  /// Plain keys are for what has the keyboard, such as a text, and only then for the pages.
  private func addKeys(_ session: ViewerSession, _ commands: EditorCommands) {
    let steps: [(String, (inout PageViewport) -> Void)] = [
      ("Page_Down", { $0.goToNext() }), ("Page_Up", { $0.goToPrevious() }), ("Home", { $0.go(to: 0) }),
      ("End", { $0.go(to: $0.pages.count - 1) }),
    ]
    for (key, step) in steps {
      addShortcut(key) {
        step(&session.viewport)
        return true
      }
    }
    for (place, tool) in session.palette.tools.prefix(9).enumerated() {
      for key in ["\(place + 1)", "KP_\(place + 1)"] {
        addShortcut(key) {
          session.palette.select(tool.id)
          return true
        }
      }
    }
    addShortcut("Delete") { [unowned commands] in
      commands.clearPage()
      return true
    }
  }
}
