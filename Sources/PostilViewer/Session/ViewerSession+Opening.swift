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
    var task: Task<Void, Never>?
  }

  /// Opens a file; ``state`` has the progress and the outcome. A document that is open is closed if it has no unsaved changes;
  /// otherwise it stays open, and ``message`` has the code `.unsavedChanges`, or that of a text that is being typed and is invalid.
  public func open(_ url: URL) {
    guard finishInput() else { return }
    if documentActor != nil, status.hasUnsavedChanges || pendingEdits > 0 || isSaving {
      message = ViewerMessage(
        PDFError(.unsavedChanges, "Save or close the document that is open first."), during: .opening,
        file: file)
      return
    }
    close()
    opening = Opening(url: url)
    open(password: nil)
  }

  /// Submits the password for ``State/passwordNeeded(_:)``. Ignored in other states.
  public func submit(password: String) {
    guard case .passwordNeeded = state else { return }
    open(password: password)
  }

  /// Submits the decision for ``State/recoveryOffered(_:)``. Ignored in other states.
  public func submit(_ decision: RecoveryDecision) {
    guard case .recoveryOffered = state else { return }
    opening?.decision = decision
    open(password: nil)
  }

  /// Cancels opening a file.
  public func cancelOpening() {
    guard opening != nil else { return }
    opening?.task?.cancel()
    opening = nil
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
    let password = password
    close()
    opening = Opening(url: url, decision: .postpone)
    open(password: password)
  }

  private func open(password: String?) {
    guard let url = opening?.url else { return }
    lastFile = url
    state = .opening(fileName: url.lastPathComponent)
    let (recoverable, decision) = (opening?.recoverable, opening?.decision)
    opening?.task = Task { [weak self, lastSave, options, positions] in
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
      RecoveryPrompt(fileName: url.lastPathComponent, stepCount: edits.stepCount, date: edits.date))
  }

  private func refuse(_ error: any Error, hadPassword: Bool) {
    guard let url = opening?.url else { return }
    if let code = (error as? PDFError)?.code, code == .passwordRequired || code == .wrongPassword {
      if hadPassword { opening?.refusals += 1 }
      state = .passwordNeeded(
        PasswordPrompt(fileName: url.lastPathComponent, refusals: opening?.refusals ?? 0))
    } else {
      opening = nil
      state = .failed(ViewerMessage(error, during: .opening, file: url))
    }
  }

  private func show(_ opened: OpenedDocument, _ url: URL, _ password: String?) {
    opening = nil
    self.password = password
    documentActor = opened.documentActor
    file = url
    documentState = opened.snapshot.state
    snapshotNumber = opened.snapshot.number
    pageVersions = opened.snapshot.versions
    status = opened.snapshot.status
    transforms = opened.transforms
    pages = opened.snapshot.state.pages
    pageDisplay.attach(opened.renderer) { [weak self] in self?.size(of: $0) }
    thumbnails.attach(opened.renderer)
    let old = viewport
    let new = PageViewport(
      pages: pages, sizes: sizes(of: opened.transforms.keys), viewSize: old.viewSize,
      pixelRatio: old.pixelRatio, displayMode: old.displayMode)
    pendingPosition = opened.position?.place(in: old.displayMode)
    palette.selection = opened.position?.tool
    viewport = new
    state = .ready
    comments.opened()
    outline.opened()
    formFilling.read()
    watch(opened.documentActor)
    watchFile(opened.documentActor)
  }

  /// Closes the document without saving; unsaved changes are lost. To save before, use ``done()``.
  public func close() {
    cancelOpening()
    savePosition()
    // Keep the journal during a save, which may still fail.
    if status.hasUnsavedChanges, !isSaving { documentActor?.discardJournal() }
    for watch in watches { watch.cancel() }
    watches = []
    textEntry.cancel()
    formFilling.reset()
    selection.reset()
    textSelection.clear()
    drawing.reset()
    search.reset()
    contents.reset()
    pageDisplay.detach()
    thumbnails.detach()
    (documentActor, documentState, file, message, pendingPosition) = (nil, nil, nil, nil, nil)
    password = nil
    comparing.close()
    (pages, transforms, status) = ([], [:], EditingStatus())
    (measuredPages, pendingMatch, isJournalFailureTold) = ([], nil, false)
    // Pending work belongs to the document that was closed.
    (pendingEdits, pendingSaves, isSaving, failedSave) = (0, 0, false, nil)
    viewport.setPages([])
    // These read the document again if there is one.
    comments.reset()
    outline.reset()
    state = .empty
  }
}
