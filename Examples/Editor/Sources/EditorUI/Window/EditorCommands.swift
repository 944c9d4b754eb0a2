import Foundation
import GTKKit
import Observation
import PostilViewer

/// What buttons, menus and keys of a window do.
@Observable
final class EditorCommands {
  @ObservationIgnored let session: ViewerSession
  @ObservationIgnored weak var window: EditorWindow?
  /// Brings the window to the front that has a file. Returns whether there is one.
  @ObservationIgnored var presentWindow: (URL) -> Bool = { _ in false }
  /// The file that was opened here last, or is being opened.
  @ObservationIgnored private(set) var opened: URL?
  /// Opens a file in a window of its own, or shows the one that has it.
  @ObservationIgnored var openWindow: (URL) -> Void = { _ in }
  @ObservationIgnored private var isFinishing = false
  @ObservationIgnored var isPrinting = false
  /// Whether all pages are shown as small pictures.
  var showsGrid = false
  /// The pages that are selected in the grid, in their order.
  var selectedPages: [PageID] = []
  /// The item of the outline that commands are about.
  var outlineItem: OutlineItem.ID?
  /// What is shown beside the pages; `nil` for nothing.
  var sidePane: SidePane?

  /// What can be shown beside the pages.
  enum SidePane: Hashable { case outline, comments, layers }

  static let types = [(name: tr("PDF documents"), patterns: ["*.pdf", "*.PDF"])]

  init(_ session: ViewerSession) { self.session = session }

  // MARK: - Files

  /// Asks for a file and opens it.
  func open() {
    guard let window else { return }
    Task {
      let folder = session.file?.deletingLastPathComponent()
      let file = await FileChooser.open(tr("Open"), types: Self.types, folder: folder, over: window)
      if let file { open(file) }
    }
  }

  /// Takes files that are dropped on the window: images become stamps on the page below, others are opened.
  ///
  /// - Parameter place: Where on the pages they are dropped; `nil` if not there.
  func take(_ files: [URL], at place: Point?) {
    let isOnPages = place != nil && window?.pages.visibleName == "document"
    let images = files.filter { isOnPages && Self.imageExtensions.contains($0.pathExtension.lowercased()) }
    for (number, image) in images.enumerated() {
      guard let place else { break }
      // Offset several images, so that they do not hide each other.
      session.addImage(
        image, at: ViewPoint(x: place.x + 16 * Double(number), y: place.y + 16 * Double(number)))
    }
    for file in files where !images.contains(file) { open(file) }
  }

  private static let imageExtensions = ["png", "jpg", "jpeg"]

  /// Opens a file here, or in another window if there is a document here, or is about to be.
  func open(_ file: URL) {
    switch session.state {
    case .empty, .failed:
      guard !presentWindow(file) else { return }
      showsGrid = false
      opened = file
      session.open(file)
    case .opening, .recoveryOffered, .passwordNeeded, .ready: openWindow(file)
    }
  }

  /// Saves.
  func save() { session.save() }

  /// Asks where to save, and saves there.
  func saveElsewhere() { saveElsewhere { [session] in session.save(to: $0) } }

  private func saveElsewhere(_ save: @escaping (URL) -> Void) {
    guard let window, let name = session.file?.lastPathComponent else { return }
    Task {
      let folder = session.file?.deletingLastPathComponent()
      let file = await FileChooser.save(
        tr("Save As"), name: name, types: Self.types, folder: folder, over: window)
      guard let file else { return }
      save(file.pathExtension.isEmpty ? file.appendingPathExtension("pdf") : file)
    }
  }

  /// Performs an action of a message that needs a file or a password from the user.
  func ask(_ action: ViewerMessage.Action) {
    switch action {
    case .saveElsewhere: saveElsewhere()
    case .saveUnsigned: saveElsewhere { [session] in session.saveWithoutSignatures(to: $0) }
    case .openAnother: open()
    case .enterPassword: session.reload()
    default: break
    }
  }

  /// Saves if necessary, and closes the window. If saving fails, the window stays open and offers to close without saving.
  func finish() {
    guard !isFinishing, let window else { return }
    isFinishing = true
    Task {
      let isClosed = await session.done()
      isFinishing = false
      guard isClosed else { return window.messages.offersDiscard = session.message != nil }
      session.close()
      window.destroy()
    }
  }

  /// Closes the window without saving; asks before if changes would be lost.
  func discard() {
    guard let window, session.status.hasUnsavedChanges else { return closeWithoutSaving() }
    Task {
      let choices: [MessageDialog.Choice] = [
        .init(tr("Cancel")), .init(tr("Close Without Saving"), .destructive),
      ]
      let answer = await MessageDialog.ask(
        tr("Close without saving?"), detail: tr("What was changed since the last save will be lost."),
        choices: choices, over: window)
      if answer == 1 { closeWithoutSaving() }
    }
  }

  /// Closes the window; unsaved changes are lost.
  func closeWithoutSaving() {
    session.close()
    window?.destroy()
  }

  // MARK: - Editing

  func undo() {
    if session.textEntry.isChanged { return textField?.undo() ?? () }
    if let formEntry, session.formFilling.entry?.isChanged == true { return formEntry.undo() }
    // Nothing was typed: what the button names is undone.
    session.textEntry.cancel()
    window?.toast.hide()
    session.undo()
  }

  func redo() {
    let isTyping = session.textEntry.isChanged || session.formFilling.entry?.isChanged == true
    if isTyping || !session.status.canRedo {
      if session.textEntry.isActive { return textField?.redo() ?? () }
      if let formEntry { return formEntry.redo() }
    }
    session.textEntry.cancel()
    session.redo()
  }

  /// The text that is being typed.
  private var textField: TextView? { (window?.document.canvas as? PageCanvas)?.textField.field }

  /// What a form field's text is typed into, while that is so.
  private var formEntry: FormEntryField? {
    guard session.formFilling.entry?.isTyped == true else { return nil }
    return (window?.document.canvas as? PageCanvas)?.formEntry
  }

  /// Turns the current page, or the pages that are selected in the grid.
  func rotate(_ turn: PageRotation = .clockwise90) {
    if showsGrid, !selectedPages.isEmpty {
      session.rotatePages(selectedPages, by: turn)
    } else {
      session.rotatePage(by: turn)
    }
  }

  /// Clears the page, and shows a toast with a button to undo that.
  func clearPage() {
    guard case .ready = session.state else { return }
    let clearing = session.clearPage()
    Task {
      guard await clearing.value > 0 else { return }
      window?.document.toast.show(tr("Page cleared"), button: tr("Undo")) { [weak self] in self?.undo() }
    }
  }

  // MARK: - Moving around

  /// Ends or cancels the first of these that there is: comparing, typing, filling in a field, a drawing, a selection, the caret, the search, the ruler, the grid, a tool, full
  /// screen. Returns whether there was one.
  func escape() -> Bool {
    if isComparing {
      session.comparing.close()
    } else if session.textEntry.isActive {
      session.textEntry.commit()
    } else if session.formFilling.focus != nil {
      session.formFilling.cancel()
    } else if session.drawing.isDrawing {
      session.drawing.cancel()
      session.selection.cancelGesture()
    } else if !session.selection.isEmpty || !session.textSelection.isEmpty {
      session.selection.clear()
      session.textSelection.clear()
    } else if session.caret.isActive {
      session.caret.isActive = false
    } else if window?.search.isRevealed == true {
      window?.search.close()
    } else if session.drawing.ruler != nil, !showsGrid {
      session.drawing.ruler = nil
    } else if showsGrid {
      showsGrid = false
    } else if session.palette.selection != nil {
      session.palette.selection = nil
    } else if let window, window.isFullscreen {
      window.isFullscreen = false
    } else {
      return false
    }
    return true
  }

  /// Shows a pane beside the pages and focuses it, or hides it.
  func toggle(_ pane: SidePane) {
    guard case .ready = session.state, let document = window?.document else { return }
    sidePane = sidePane == pane ? nil : pane
    switch sidePane {
    case .comments: document.comments.search.grabFocus()
    case .outline: document.outline.takeKeyboard()
    case .layers: document.layers.takeKeyboard()
    case nil: document.canvas.grabFocus()
    }
  }

  func toggleSearch() {
    guard case .ready = session.state, let search = window?.search else { return }
    if search.isRevealed, search.field.containsFocus { search.close() } else { search.open() }
  }

  func step(_ direction: Int) {
    guard case .ready = session.state else { return }
    if session.search.text.isEmpty { window?.search.open() }
    if direction > 0 { session.search.next() } else { session.search.previous() }
  }

  func toggleGrid() {
    if case .ready = session.state { showsGrid.toggle() }
  }

  func askForPage() {
    showsGrid = false
    window?.document.scrubber.pageEntry.ask()
  }
}
