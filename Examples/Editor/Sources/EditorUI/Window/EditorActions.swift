import GTKKit
import PostilViewer

/// The actions of a window, and their keys.
enum EditorActions {
  /// An action's name and its keys.
  private static let keys: [(name: String, keys: [String])] = [
    ("open", ["<Control>o"]), ("save", ["<Control>s"]), ("save-as", ["<Control><Shift>s"]),
    ("done", ["<Control>w"]), ("print", ["<Control>p"]), ("undo", ["<Control>z"]),
    ("redo", ["<Control><Shift>z", "<Control>y"]),
    ("rotate", ["<Control>r"]), ("rotate-left", ["<Control><Shift>r"]), ("search", ["<Control>f"]),
    ("next-match", ["<Control>g", "F3"]), ("previous-match", ["<Control><Shift>g", "<Shift>F3"]),
    ("page", ["<Control>l"]), ("properties", ["<Alt>Return"]), ("grid", ["F9"]), ("comments", ["F8"]),
    ("layers", ["F6"]), ("ruler", ["<Control>u"]),
    ("outline", ["F7"]), ("caret", ["<Shift>F7"]), ("outline-add", ["<Control>b"]),
    ("redact-find", ["<Control>m"]), ("redact", ["<Control><Shift>m"]),
    ("zoom-in", ["<Control>plus", "<Control>equal", "<Control>KP_Add"]),
    ("zoom-out", ["<Control>minus", "<Control>KP_Subtract"]), ("fit-page", ["<Control>0", "<Control>KP_0"]),
    ("fit-width", ["<Control>2"]), ("full-size", ["<Control>1"]), ("fullscreen", ["F11"]),
    ("help", ["F1", "<Control>question"]), ("revisions", ["<Control>h"]),
    ("compare", ["<Control><Shift>h"]),
  ]

  /// Sets the keys of the actions.
  static func setKeys(_ application: Application) {
    for action in keys { application.setKeys("win.\(action.name)", action.keys) }
    application.setKeys("app.quit", ["<Control>q"])
  }

  /// Adds the actions that concern all windows.
  static func add(to application: Application) {
    application.add(
      Action("quit") { [unowned application] in
        // Windows whose documents cannot be saved stay open.
        for case let window as EditorWindow in application.windows { window.commands.finish() }
      })
  }

  /// Adds all actions to a window.
  static func add(to window: EditorWindow, _ commands: EditorCommands) {
    let session = commands.session
    addEditing(to: window, commands)
    let moves: [(String, @MainActor () -> Void)] = [
      ("search", commands.toggleSearch), ("page", commands.askForPage), ("grid", commands.toggleGrid),
      ("comments", { commands.toggle(.comments) }), ("outline", { commands.toggle(.outline) }),
      ("layers", { commands.toggle(.layers) }),
      ("compare", commands.compare),
    ]
    for (name, handler) in moves { add(name, to: window, needsDocument: true, handler) }
    addViewing(to: window, commands)
    add("fullscreen", to: window) { [unowned window] in window.isFullscreen.toggle() }
    add("help", to: window) { [unowned window] in
      // The help points at the menu, which is hidden in full screen.
      window.isFullscreen = false
      window.header.showHelp()
    }
    add("ink", to: window, commands.showInkSettings)
    add("properties", to: window, needsDocument: true) { [unowned window] in
      PropertiesDialog.show(session, over: window)
    }
    window.document.selectionActions.add(to: window)
    addPages(to: window, commands)
    add("outline-add", to: window, needsDocument: true, commands.addToOutline)
    commands.addOutlineActions(to: window)
    commands.addRedactionActions(to: window)
    addChoices(to: window, session)
  }

  /// What can be done with pages that are only looked at, too.
  private static func addViewing(to window: EditorWindow, _ commands: EditorCommands) {
    let moves: [(String, @MainActor () -> Void)] = [
      ("next-match", { commands.stepOn(1) }), ("previous-match", { commands.stepOn(-1) }),
      ("zoom-in", { commands.changeViewport { $0.zoomIn() } }),
      ("zoom-out", { commands.changeViewport { $0.zoomOut() } }),
      ("fit-page", { commands.changeViewport { $0.fit(.page) } }),
      ("fit-width", { commands.changeViewport { $0.fit(.width) } }),
      ("full-size", { commands.changeViewport { $0.zoom(to: 1) } }), ("revisions", commands.toggleRevisions),
    ]
    for (name, handler) in moves {
      add(name, to: window, needsDocument: true, whileComparing: true, handler)
    }
  }

  private static func addEditing(to window: EditorWindow, _ commands: EditorCommands) {
    add("open", to: window) { commands.open() }
    add("done", to: window) { commands.finish() }
    add("discard", to: window) { commands.discard() }
    let edits: [(String, @MainActor () -> Void)] = [
      ("save", commands.save), ("save-as", commands.saveElsewhere), ("print", commands.printDocument),
      ("undo", commands.undo),
      ("redo", commands.redo), ("rotate", { commands.rotate() }),
      ("rotate-left", { commands.rotate(.clockwise270) }), ("clear", commands.clearPage),
    ]
    for (name, handler) in edits { add(name, to: window, needsDocument: true, handler) }
  }

  /// Commands on the pages that are selected in the grid.
  private static func addPages(to window: EditorWindow, _ commands: EditorCommands) {
    let edits: [(String, @MainActor () -> Void)] = [
      ("pages-turn-left", { commands.rotate(.counterclockwise90) }),
      ("pages-turn-right", { commands.rotate(.clockwise90) }),
      ("pages-duplicate", commands.duplicatePages), ("pages-extract", commands.extractPages),
      ("pages-delete", commands.removePages),
    ]
    for (name, handler) in edits {
      let action = Action(name, handler)
      window.add(action)
      window.observe {
        action.isEnabled =
          name == "pages-delete" ? commands.canRemovePages : !commands.selectedPages.isEmpty
      }
    }
    add("pages-insert-blank", to: window, needsDocument: true, commands.insertBlankPage)
    add("pages-insert-file", to: window, needsDocument: true, commands.askForPagesToInsert)
    add("pages-select-all", to: window, needsDocument: true) { [unowned window] in
      window.grid.change { $0.selectAll() }
    }
  }

  private static func addChoices(to window: EditorWindow, _ session: ViewerSession) {
    let continuous = Action(toggle: "continuous", isOn: false) { isOn in
      session.viewport.displayMode = isOn ? .singlePageContinuous : .singlePage
    }
    window.observe { continuous.isOn = session.viewport.displayMode == .singlePageContinuous }
    let zoom = Action(choice: "zoom", "") { session.viewport.choose($0) }
    window.observe {
      zoom.choice = session.viewport.zoomChoice
      if case .ready = session.state { zoom.isEnabled = true } else { zoom.isEnabled = false }
    }
    window.add(zoom)
    let highlights = Action(toggle: "highlight-fields", isOn: true) {
      session.formFilling.highlightsFields = $0
    }
    window.observe {
      highlights.isOn = session.formFilling.highlightsFields
      highlights.isEnabled = session.formFilling.form != nil
    }
    window.add(highlights)
    let dark = Action(toggle: "dark", isOn: Style.isDark) { Style.isDark = $0 }
    Style.settings?.onChange(of: "gtk-application-prefer-dark-theme") { [weak dark] in
      dark?.isOn = Style.isDark
    }
    let caret = Action(toggle: "caret", isOn: false) { [unowned window] in
      session.caret.isActive = $0
      if $0 { window.document.canvas.grabFocus() }
    }
    window.observe {
      caret.isOn = session.caret.isActive
      let isReady = if case .ready = session.state { true } else { false }
      caret.isEnabled = isReady && session.comparing.state == .inactive
    }
    window.add(caret)
    let ruler = Action(toggle: "ruler", isOn: false) { [unowned window] isOn in
      if isOn { session.drawing.layRuler() } else { session.drawing.ruler = nil }
      window.document.canvas.grabFocus()
    }
    window.observe {
      ruler.isOn = session.drawing.ruler != nil
      let isReady = if case .ready = session.state { true } else { false }
      ruler.isEnabled = isReady && session.comparing.state == .inactive
    }
    window.add(ruler)
    window.add(continuous)
    window.add(dark)
  }

  private static func add(
    _ name: String, to window: EditorWindow, needsDocument: Bool = false, whileComparing: Bool = false,
    _ handler: @escaping @MainActor () -> Void
  ) {
    let action = Action(name, handler)
    window.add(action)
    guard needsDocument else { return }
    let session = window.session
    window.observe {
      let isReady = if case .ready = session.state { true } else { false }
      action.isEnabled = isReady && (whileComparing || session.comparing.state == .inactive)
    }
  }
}
