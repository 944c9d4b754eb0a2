import Foundation

extension ViewerSession {
  /// A file that is being opened.
  struct Opening {
    let url: URL
    var refusals = 0
    /// Edits that were not saved.
    var recoverable: RecoverableEdits?
    /// What to do with them; `nil` until that is decided.
    var decision: RecoveryDecision?
  }

  /// Opens a file; ``state`` has the progress and the outcome. A document that is open is closed if it has no unsaved changes;
  /// otherwise it stays open, and ``message`` has the code `.unsavedChanges`, or that of a text that is being typed and is invalid.
  public func open(_ url: URL) {
    guard editor.finishInput() else { return }
    if editor.isUnsaved {
      return editor.report(
        PDFError(.unsavedChanges, "Save or close the document that is open first."), during: .opening)
    }
    close()
    opening = Opening(url: url)
    open(password: nil)
  }

  /// Submits the password for ``State/passwordNeeded(fileName:refusals:)``. Ignored in other states.
  public func submit(password: String) {
    guard case .passwordNeeded = state else { return }
    open(password: password)
  }

  /// Submits the decision for ``State/recoveryOffered(fileName:stepCount:date:isFileChanged:)``. Ignored in other states.
  public func submit(_ decision: RecoveryDecision) {
    guard case .recoveryOffered = state else { return }
    opening?.decision = decision
    open(password: nil)
  }

  /// Cancels opening a file.
  public func cancelOpening() {
    guard opening != nil else { return }
    editor.opening?.cancel()
    // Nobody waits for it: the disk may hang.
    (opening, editor.opening) = (nil, nil)
    state = .empty
  }

  /// Opens the file again as it is now, also one that could not be opened. Unsaved changes are lost. A password is asked for again.
  public func reload() {
    if let url = file ?? lastFile { reopen(url, password: nil) }
  }

  /// Closes the document without saving, and opens a file.
  func reopen(_ url: URL, password: String?) {
    close()
    opening = Opening(url: url, decision: .postpone)
    open(password: password)
  }

  /// Opens the file again as it is now, with the same password. Unsaved changes are lost.
  func reopen() {
    guard let url = file else { return }
    reopen(url, password: editor.password)
  }

  private func open(password: String?) {
    guard let url = opening?.url else { return }
    lastFile = url
    state = .opening(fileName: url.lastPathComponent)
    let (recoverable, decision) = (opening?.recoverable, opening?.decision)
    editor.opening = Task { [weak self, lastSave = editor.lastSave, options, positions = memory.positions] in
      // The last save may still be writing this file.
      await lastSave?.value
      guard !Task.isCancelled else { return }
      do {
        // Use a new opener for each file: one on a disk that hangs must not block others.
        let opener = DocumentOpener()
        if decision == nil {
          if let found = await opener.recoverable(url, options: options) {
            guard !Task.isCancelled else { return }
            self?.offer(found, of: url)
            return
          }
          self?.opening?.decision = .postpone
        }
        let opened = try await opener.open(
          url, password: password, options: options, positions: positions,
          recoverable: recoverable, decision: decision ?? .postpone)
        guard !Task.isCancelled else { return }
        self?.show(opened, url, password)
      } catch {
        guard !Task.isCancelled else { return }
        self?.refuse(error, hadPassword: password != nil)
      }
    }
  }

  private func offer(_ edits: RecoverableEdits, of url: URL) {
    opening?.recoverable = edits
    state = .recoveryOffered(
      fileName: url.lastPathComponent, stepCount: edits.stepCount, date: edits.date,
      isFileChanged: edits.status == .fileChanged)
  }

  private func refuse(_ error: any Error, hadPassword: Bool) {
    guard let url = opening?.url else { return }
    if let code = (error as? PDFError)?.code, code == .passwordRequired || code == .wrongPassword {
      if hadPassword { opening?.refusals += 1 }
      state = .passwordNeeded(
        fileName: url.lastPathComponent, refusals: opening?.refusals ?? 0)
    } else {
      opening = nil
      state = .failed(ViewerMessage(error, during: .opening, file: url))
    }
  }

  private func show(_ opened: OpenedDocument, _ url: URL, _ password: String?) {
    opening = nil
    editor.open(
      opened.documentActor, opened.snapshot, url, password: password, checkingEvery: options.fileCheckPause)
    thumbnails.attach(opened.pages.renderer)
    palette.selection = opened.position?.tool
    viewer.open(
      opened.pages, at: opened.position?.place(in: viewport.displayMode),
      turns: opened.snapshot.state.turnedPages)
    state = .ready
    comments.opened()
    outline.opened()
    layers.opened()
    formFilling.read()
  }

  /// Closes the document without saving; unsaved changes are lost. To save before, use ``done()``.
  public func close() {
    cancelOpening()
    memory.savePosition()
    // Keep the journal during a save, which may still fail.
    if status.hasUnsavedChanges, !isSaving { editor.documentActor?.discardJournal() }
    textEntry.cancel()
    formFilling.reset()
    selection.reset()
    caret.reset()
    accessibility.reset()
    textSelection.clear()
    drawing.reset()
    search.reset()
    contents.reset()
    thumbnails.detach()
    editor.close()
    comparing.close()
    viewer.close()
    // These read the document again if there is one.
    comments.reset()
    outline.reset()
    layers.closed()
    state = .empty
  }
}

/// What to do with edits that were not saved.
public enum RecoveryDecision: Sendable, Hashable {
  /// They are made again, and can be undone.
  case recover
  /// They are lost.
  case discard
  /// They are offered again the next time; the document is opened without them.
  case postpone
}
