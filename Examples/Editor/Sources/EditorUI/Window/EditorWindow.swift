import Foundation
import GTKKit
import PostilViewer

/// A window with a document, or with a page to open one.
final class EditorWindow: Window {
  let session: ViewerSession
  let commands: EditorCommands
  let header: EditorHeader
  let search: SearchBar
  let messages: MessageBar
  let document: DocumentView
  let gridPane: GridPane
  let comparison: ComparisonPane
  let pages = Stack()
  private let password: PasswordPage
  private let recovery: RecoveryPage
  private let failed: FailedPage
  private let opening = OpeningPage()
  /// A frame that is shown while files are dragged over the window.
  private let dropFrame = Box(.vertical)
  /// Leaves full screen, in which there is no title bar.
  private let leave = Button(icon: "view-restore-symbolic", name: tr("Leave Full Screen"))
  private var report: EditorReport?

  /// Makes a window. Without an application, for tests, it has no actions and no keys.
  ///
  /// - Parameter makeCanvas: Makes what shows the pages.
  init(
    _ application: Application?, session: ViewerSession = ViewerSession(options: .editor),
    makeCanvas: (ViewerSession) -> Widget = { PageCanvas($0) }
  ) {
    self.session = session
    session.palette.addEditorTools()
    session.author = NSFullUserName().isEmpty ? NSUserName() : NSFullUserName()
    commands = EditorCommands(session)
    header = EditorHeader(session, commands)
    search = SearchBar(session)
    messages = MessageBar(session)
    document = DocumentView(session, commands, canvas: makeCanvas(session))
    gridPane = GridPane(session, commands)
    comparison = ComparisonPane(session, commands)
    password = PasswordPage(session)
    recovery = RecoveryPage(session)
    failed = FailedPage(session, commands)
    if let application { super.init(application) } else { super.init() }
    commands.window = self
    setTitleBar(header)
    build()
    connect()
    if application != nil { EditorActions.add(to: self, commands) }
  }

  private func build() {
    let start = StartPage(commands)
    for (name, page) in [
      ("start", start), ("opening", opening), ("password", password), ("recovery", recovery),
      ("failed", failed),
      ("document", document), ("grid", gridPane), ("comparison", comparison),
    ] as [(String, Widget)] {
      pages.add(page, named: name)
    }
    pages.crossfades = Style.hasAnimations
    pages.isHomogeneous = false
    (pages.expandsWidth, pages.expandsHeight) = (true, true)
    let whole = Overlay(pages, [dropFrame, leave])
    dropFrame.setClass("dropframe")
    (dropFrame.isVisible, dropFrame.canBeTargeted) = (false, false)
    (leave.alignX, leave.alignY, leave.isVisible) = (.end, .start, false)
    leave.setMargins(top: 12, start: 12, end: 12)
    for name in ["osd", "circular"] { leave.setClass(name) }
    leave.hint(tr("Leave Full Screen"), "F11")
    setContent(Box(.vertical, [search, messages, whole]))
    WidgetNames.name(document.canvas, "canvas")
  }

  private func connect() {
    messages.onAsk = { [unowned self] in commands.ask($0) }
    messages.onDiscard = { [unowned self] in commands.closeWithoutSaving() }
    search.onClose = { [unowned self] in document.canvas.grabFocus() }
    grid.onOpen = { [unowned self] page in
      if let index = session.pages.firstIndex(of: page) { session.viewport.go(to: index) }
      commands.showsGrid = false
    }
    onClose { [unowned self] in
      commands.finish()
      return true
    }
    on("destroy") { [unowned self] in header.drop() }
    let drop = FileDropTarget()
    drop.onDrop { [unowned self] files, place in
      commands.take(files, at: convert(place, to: document.canvas))
      return !files.isEmpty
    }
    // The grid shows where files would be inserted.
    drop.onHover { [unowned self] in dropFrame.isVisible = $0 && pages.visibleName != "grid" }
    add(drop)
    pages.addShortcut("Escape") { [unowned self] in commands.escape() }
    header.follow(search)
    leave.onClick { [unowned self] in isFullscreen = false }
    onChange(of: "focus-widget") { [unowned self] in document.outline.focusMoved() }
    onChange(of: "focus-visible") { [unowned self] in document.canvas.queueDraw() }
    onChange(of: "fullscreened") { [unowned self] in leave.isVisible = isFullscreen }
    observe { [unowned self] in follow() }
    observe { [unowned self] in
      let name = session.file?.lastPathComponent
      title = name.map { (session.status.hasUnsavedChanges ? "• " : "") + $0 } ?? tr("Postil Editor")
      document.canvas.setAccessibleLabel(name ?? tr("Document"))
    }
    observe { [unowned self] in
      guard session.storageWarning != nil else { return }
      document.toast.show(tr("Tools and the places where reading ended cannot be kept for the next time"))
    }
  }

  /// All pages, as small pictures.
  var grid: GridView { gridPane.grid }

  /// The toast of what is shown.
  var toast: Toast { pages.visibleName == "grid" ? gridPane.toast : document.toast }

  /// Shows the page for the state of the session.
  private func follow() {
    let (old, new) = (pages.visibleName, pageName)
    switch session.state {
    case .opening(let name): opening.show(name)
    case .passwordNeeded(let name, let refusals): password.show(name, refusals: refusals)
    case .recoveryOffered(let name, let count, let date, let isFileChanged):
      recovery.show(name, stepCount: count, date: date, isFileChanged: isFileChanged)
    case .failed(let message): failed.show(message)
    case .empty, .ready: break
    }
    guard old != new else { return }
    if new == "grid" { grid.open() }
    pages.visibleName = new
    switch new {
    case "document": document.canvas.grabFocus()
    case "grid": grid.grabFocus()
    case "comparison": comparison.canvas.grabFocus()
    case "password": password.field.grabFocus()
    case "recovery": recovery.focus()
    default: break
    }
  }

  private var pageName: String {
    switch session.state {
    case .empty: "start"
    case .opening: "opening"
    case .passwordNeeded: "password"
    case .recoveryOffered: "recovery"
    case .failed: "failed"
    case .ready: commands.isComparing ? "comparison" : commands.showsGrid ? "grid" : "document"
    }
  }

  /// Whether a file is open here, or about to be: in two windows, one would overwrite what the other saves.
  func shows(_ file: URL) -> Bool {
    let own =
      switch session.state {
      case .empty, .failed: URL?.none
      case .opening, .recoveryOffered, .passwordNeeded: commands.opened
      case .ready: session.file
      }
    return own?.resolvingSymlinksInPath().standardizedFileURL
      == file.resolvingSymlinksInPath().standardizedFileURL
  }

  /// Starts an ``EditorReport``.
  func report(to path: String) { report = EditorReport(self, path: path) }

  /// Notes files that are opened, so that they are offered the next time.
  func notesRecentFiles() {
    observe { [unowned self] in
      if case .ready = session.state, let file = session.file { RecentFiles.add(file) }
    }
  }

  /// Makes a tool the current one as soon as a document is open.
  func selectWhenReady(_ tool: ToolID) {
    var isSelected = false
    observe { [unowned self] in
      // Once: to set it is to read it, and what is read is observed.
      guard case .ready = session.state, !isSelected else { return }
      isSelected = true
      session.palette.selection = tool
    }
  }

  /// Connects the window to the trace, if there is one.
  func measure() {
    guard Trace.shared != nil else { return }
    (document.canvas as? PageCanvas)?.onFirstPage = { Trace.shared?.notePage() }
    document.canvas.on("realize") { [weak self] in
      self?.beforePaint { Trace.shared?.noteFrame() }
      self?.afterPaint { Trace.shared?.notePaint() }
    }
  }
}
