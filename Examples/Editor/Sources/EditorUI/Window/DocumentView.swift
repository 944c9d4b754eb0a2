import GTKKit
import PostilViewer

/// The view of the open document: tools, pages, side panes, and the scrubber.
final class DocumentView: Box {
  let canvas: Widget
  let tools: ToolBar
  let scrubber: ScrubberBar
  let toast = Toast()
  let notice: PageNotice
  let outline: OutlinePane
  let comments: CommentsPane
  let layers: LayersPane
  let selectionActions: SelectionActions
  let formPopovers: FormPopovers
  private var contextMenu: PopoverMenu?
  /// The pages and what lies over them.
  private let middle: Overlay

  init(_ session: ViewerSession, _ commands: EditorCommands, canvas: Widget) {
    self.canvas = canvas
    tools = ToolBar(session, commands)
    scrubber = ScrubberBar(session)
    notice = PageNotice(session, commands)
    selectionActions = SelectionActions(session, commands)
    outline = OutlinePane(session, commands)
    comments = CommentsPane(session)
    layers = LayersPane(session)
    middle = Overlay(canvas, [notice, toast])
    formPopovers = FormPopovers(session, over: middle)
    super.init(.vertical)
    for pane in [outline, comments, layers] as [Widget] { pane.isVisible = false }
    (middle.expandsWidth, middle.expandsHeight) = (true, true)
    append(Box(.horizontal, [tools, middle, outline, comments, layers]))
    append(scrubber)
    formPopovers.onClose = { [unowned self] in
      if session.formFilling.entry == nil {
        self.canvas.grabFocus()
      } else {
        (self.canvas as? PageCanvas)?.formEntry.takeKeyboard()
      }
    }
    outline.onClose = { [unowned self] in self.canvas.grabFocus() }
    layers.onClose = { [unowned self] in self.canvas.grabFocus() }
    scrubber.pageEntry.onClose = { [unowned self] in self.canvas.grabFocus() }
    observe { [unowned self, unowned commands] in
      let pane = commands.sidePane
      (outline.isVisible, comments.isVisible) = (pane == .outline, pane == .comments)
      layers.isVisible = pane == .layers
      (session.outline.isActive, session.comments.isActive) = (pane == .outline, pane == .comments)
    }
    addKeys(session, commands)
    selectionActions.addKeys(to: canvas)
    (canvas as? PageCanvas)?.input?.onContextMenu = { [unowned self] in showMenu(at: $0) }
    (canvas as? PageCanvas)?.input?.onActivate = { [unowned commands] in commands.activateSelection() }
    (canvas as? PageCanvas)?.input?.onLink = { [unowned commands] in commands.follow($0) }
    observe { [unowned self] in describeSelection(session) }
    observe { [unowned self] in
      if session.textEntry.isTarget {
        toast.show(tr("Type an address or the number of a page, then press Return"))
      }
    }
  }

  /// Opens the context menu of the selection.
  private func showMenu(at place: Point) {
    contextMenu?.unparent()
    let menu = PopoverMenu(selectionActions.menu)
    // Not to the canvas, which lays out its children itself and would have to lay out the menu.
    menu.attach(to: middle)
    menu.point(at: Rect(x: place.x, y: place.y, width: 1, height: 1))
    menu.onClose { [unowned self] in canvas.grabFocus() }
    contextMenu = menu
    menu.popUp()
  }

  /// Describes the selection, or the form field with the focus, to assistive technology.
  private func describeSelection(_ session: ViewerSession) {
    if let field = session.formFilling.focusedField {
      let value = field.flags.contains(.password) && field.kind == .text ? "" : ": \(field.value)"
      return canvas.setAccessibleDescription((field.alternateName ?? field.name) + value)
    }
    let count = session.selection.ids.count
    if count == 0, session.textSelection.isEmpty,
      let text = (canvas as? PageCanvas)?.accessible?.description
    {
      return canvas.setAccessibleDescription(text)
    }
    canvas.setAccessibleDescription(
      count > 0
        ? trn("%1 annotation selected", "%1 annotations selected", count) : session.textSelection.string)
  }

  /// Adds keys without modifiers. The focused widget, such as a text field, handles them first.
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
    for tool in session.palette.tools {
      guard let name = session.palette.key(of: tool) else { continue }
      for key in name.allSatisfy(\.isNumber) ? [name, "KP_\(name)"] : [name.lowercased()] {
        addShortcut(key) {
          session.palette.select(tool.id)
          return true
        }
      }
    }
    addShortcut("Delete") { [unowned commands] in
      // With a selection, the key is for that.
      if session.selection.isEmpty { commands.clearPage() } else { session.selection.delete() }
      return true
    }
  }
}
