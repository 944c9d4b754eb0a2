import GTKKit
import PostilViewer

/// The title bar: the name of the document, and commands for all of it.
final class EditorHeader: HeaderBar {
  let open = Button(icon: "document-open-symbolic", name: tr("Open"))
  let grid = ToggleButton(toggle: "postil-grid-symbolic", name: tr("All Pages"))
  let search = ToggleButton(toggle: "edit-find-symbolic", name: tr("Search"))
  let outline = ToggleButton(toggle: "postil-outline-symbolic", name: tr("Outline"))
  let comments = ToggleButton(toggle: "postil-comments-symbolic", name: tr("Comments"))
  let layers = ToggleButton(toggle: "postil-layers-symbolic", name: tr("Layers"))
  let rotate = Button(icon: "postil-rotate-symbolic", name: tr("Rotate Page"))
  let done = Button(tr("Done"))
  let menu = MenuButton(icon: "open-menu-symbolic", name: tr("Menu"))
  /// Marks unsaved changes. Not part of the name, so that it stays when the name is shortened.
  let mark = Label("•")
  let fileName = Label()
  private let saving = Spinner()
  private let controls = WindowControls()
  private let help = Popover(ShortcutsHelp())
  private let session: ViewerSession
  private let commands: EditorCommands

  init(_ session: ViewerSession, _ commands: EditorCommands) {
    (self.session, self.commands) = (session, commands)
    super.init()
    fill()
    connect()
    for (name, widget) in [
      ("open", open), ("grid", grid), ("search", search), ("outline", outline),
      ("comments", comments), ("layers", layers), ("rotate", rotate),
      ("done", done), ("menu", menu),
    ] as [(String, Widget)] {
      WidgetNames.name(widget, name)
    }
  }

  private func fill() {
    hasWindowControls = false
    fileName.shortensEnd()
    fileName.setClass("title")
    mark.setClass("title")
    mark.tooltip = tr("There are unsaved changes")
    mark.setAccessibleLabel(tr("There are unsaved changes"))
    saving.tooltip = tr("Saving…")
    saving.setAccessibleLabel(tr("Saving…"))
    // The widgets that are hidden first are in the menu too.
    let start = AdaptiveRow([(open, .whenThereIsRoom(rank: 0)), (grid, .always)])
    let end = AdaptiveRow([
      (search, .whenThereIsRoom(rank: 2)), (outline, .whenThereIsRoom(rank: 0)),
      (comments, .whenThereIsRoom(rank: 1)),
      (layers, .whenThereIsRoom(rank: 0)), (rotate, .whenThereIsRoom(rank: 0)), (done, .always),
      (menu, .always), (controls, .whenThereIsRoom(rank: 1)),
    ])
    setTitle(
      HeaderRow(start: start, title: Box(.horizontal, spacing: 4, [mark, fileName, saving]), end: end))
    done.setClass("suggested-action")
    done.setAccessibleDescription(tr("Saves the changes and closes the window"))
    done.hint(tr("Saves the changes and closes the window"), "Ctrl+W")
    open.hint(tr("Open"), "Ctrl+O")
    grid.hint(tr("All Pages"), "F9")
    search.hint(tr("Search"), "Ctrl+F")
    outline.hint(tr("Outline"), "F7")
    comments.hint(tr("Comments"), "F8")
    layers.hint(tr("Layers"), "F6")
    rotate.hint(tr("Rotate Page"), "Ctrl+R")
    menu.hint(tr("Menu"), "F10")
    menu.setMenu(Self.menu)
    menu.nameInside(tr("Menu"))
    menu.openWithF10()
    help.attach(to: menu)
    for button in [open, grid, search, outline, comments, layers, rotate, done] as [Widget] {
      button.takesFocusOnClick = false
    }
  }

  /// What is used most, then the rest in groups, so that it fits small windows.
  private static var menu: Menu {
    Menu([
      [
        (tr("Open…"), "win.open"), (tr("Save"), "win.save"), (tr("Save As…"), "win.save-as"),
        (tr("Print…"), "win.print"), (tr("Search"), "win.search"),
      ]
    ])
    .adding(tr("Edit"), editMenu)
    .adding(tr("View"), viewMenu)
    .adding(tr("Document"), documentMenu)
    .adding(tr("Redaction"), EditorCommands.redactionMenu)
    .adding([(tr("Keyboard Shortcuts"), "win.help"), (tr("Close Without Saving"), "win.discard")])
  }

  private static var editMenu: Menu {
    Menu([
      [(tr("Undo"), "win.undo"), (tr("Redo"), "win.redo")],
      [
        (tr("Cut"), "win.cut"), (tr("Copy"), "win.copy"), (tr("Paste"), "win.paste"),
        (tr("Select All"), "win.select-all"),
      ],
      [
        (tr("Highlight"), "win.mark-highlight"), (tr("Underline"), "win.mark-underline"),
        (tr("Strike Out"), "win.mark-strikeout"),
      ],
      [
        (tr("Rotate Page"), "win.rotate"), (tr("Clear Page"), "win.clear"),
        (tr("Pen and Fingers…"), "win.ink"),
      ],
    ])
  }

  private static var viewMenu: Menu {
    Menu([
      [
        (tr("All Pages"), "win.grid"), (tr("Outline"), "win.outline"), (tr("Comments"), "win.comments"),
        (tr("Layers"), "win.layers"),
      ],
      [
        (tr("Zoom In"), "win.zoom-in"), (tr("Zoom Out"), "win.zoom-out"), (tr("Whole Page"), "win.fit-page"),
        (tr("Page Width"), "win.fit-width"), (tr("Full size"), "win.full-size"),
      ],
      [
        (tr("Continuous Pages"), "win.continuous"), (tr("Ruler"), "win.ruler"),
        (tr("Caret in the Text"), "win.caret"),
        (tr("Highlight Fields"), "win.highlight-fields"), (tr("Dark"), "win.dark"),
        (tr("Full Screen"), "win.fullscreen"),
      ],
    ])
  }

  private static var documentMenu: Menu {
    Menu([
      [(tr("Document Properties…"), "win.properties"), (tr("Go to a page"), "win.page")],
      [(tr("Revisions…"), "win.revisions"), (tr("Compare With…"), "win.compare")],
    ])
  }

  private func connect() {
    open.onClick { [unowned self] in commands.open() }
    rotate.onClick { [unowned self] in commands.rotate() }
    done.onClick { [unowned self] in commands.finish() }
    search.onClick { [unowned self] in
      if search.isActive { commands.window?.search.open() } else { commands.window?.search.close() }
    }
    outline.onClick { [unowned self] in commands.toggle(.outline) }
    comments.onClick { [unowned self] in commands.toggle(.comments) }
    layers.onClick { [unowned self] in commands.toggle(.layers) }
    grid.onClick { [unowned self] in commands.showsGrid = grid.isActive }
    observe { [unowned self] in
      let isReady = if case .ready = session.state { true } else { false }
      done.isVisible = isReady
      for button in [grid, search, outline, comments, rotate] as [Widget] {
        button.isVisible = commands.showsDocument
      }
      // Most documents have none.
      layers.isVisible = commands.showsDocument && !session.layers.rows.isEmpty
      layers.isActive = commands.sidePane == .layers
      outline.isActive = commands.sidePane == .outline
      comments.isActive = commands.sidePane == .comments
      grid.isActive = commands.showsGrid
      mark.isVisible = session.file != nil && session.status.hasUnsavedChanges
      fileName.text = session.file?.lastPathComponent ?? tr("Postil Editor")
      fileName.tooltip = session.file?.path
      saving.isVisible = session.isSaving
    }
  }

  /// Keeps the search button in step with the search bar.
  func follow(_ bar: SearchBar) {
    bar.onChange(of: "reveal-child") { [unowned self, unowned bar] in search.isActive = bar.isRevealed }
  }

  /// Unparents the help, which would otherwise outlive the window.
  func drop() { help.unparent() }

  /// Shows the keyboard shortcuts.
  func showHelp() { help.popUp() }
}
