import Foundation

extension ViewerSession {
  /// A file that is being opened.
  struct Opening {
    let url: URL
    var refusals = 0
    /// Edits that were not saved.
    var recoverable: RecoverableEdits?
    /// What is to become of them; `nil` until that is known.
    var decision: RecoveryDecision?
    var task: Task<Void, Never>?
  }

  /// Opens a file: ``state`` tells how far that is. A document that is open is closed if it has no unsaved changes;
  /// otherwise it stays, and ``message`` says so.
  public func open(_ url: URL) {
    drawing.finish()
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

  /// Gives the password that ``State/passwordNeeded(_:)`` asks for.
  public func submit(password: String) {
    guard case .passwordNeeded = state else { return }
    open(password: password)
  }

  /// Says what ``State/recoveryOffered(_:)`` asks.
  public func submit(_ decision: RecoveryDecision) {
    guard case .recoveryOffered = state else { return }
    opening?.decision = decision
    open(password: nil)
  }

  /// Gives up opening a file.
  public func cancelOpening() {
    guard opening != nil else { return }
    opening?.task?.cancel()
    opening = nil
    state = .empty
  }

  /// Opens the file again as it is now, also one that could not be opened. Unsaved changes are lost.
  public func reload() {
    guard let url = file ?? lastFile else { return }
    close()
    opening = Opening(url: url, decision: .postpone)
    open(password: nil)
  }

  private func open(password: String?) {
    guard let url = opening?.url else { return }
    lastFile = url
    state = .opening(fileName: url.lastPathComponent)
    let (recoverable, decision) = (opening?.recoverable, opening?.decision)
    opening?.task = Task { [weak self, lastSave, options, positions] in
      // It may be the file that is being written.
      await lastSave?.value
      guard !Task.isCancelled else { return }
      do {
        // Each file has an opener of its own: one on a disk that hangs keeps no other from being opened.
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
        self?.show(opened, url)
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

  private func show(_ opened: OpenedDocument, _ url: URL) {
    opening = nil
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
    watch(opened.documentActor)
    watchFile(opened.documentActor)
  }

  /// Closes the document without saving: unsaved changes are gone. See ``done()``.
  public func close() {
    cancelOpening()
    savePosition()
    // A save that is being carried out may fail yet.
    if status.hasUnsavedChanges, !isSaving { documentActor?.discardJournal() }
    for watch in watches { watch.cancel() }
    watches = []
    textEntry.cancel()
    selection.reset()
    textSelection.clear()
    drawing.reset()
    search.reset()
    contents.reset()
    comments.reset()
    pageDisplay.detach()
    thumbnails.detach()
    (documentActor, documentState, file, message, pendingPosition) = (nil, nil, nil, nil, nil)
    (pages, transforms, status) = ([], [:], EditingStatus())
    (measuredPages, pendingMatch) = ([], nil)
    // What is still being done is done for nobody here.
    (pendingEdits, pendingSaves, isSaving, failedSave) = (0, 0, false, nil)
    viewport.setPages([])
    outline.reset()
    state = .empty
  }
}
