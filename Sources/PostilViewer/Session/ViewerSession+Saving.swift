import Foundation

extension ViewerSession {
  /// Saves to the document's file, if there is something to save. When that fails ``message`` says why and
  /// offers what can be done; the document stays as it is.
  public func save() { save(to: nil, options.saving) }

  /// Saves to another file, which becomes the document's.
  public func save(to url: URL) { save(to: url, options.saving) }

  /// Saves although another program changed or deleted the file since it was opened: what that program wrote is replaced.
  public func saveOverChangedFile() {
    var options = options.saving
    options.overwritesChangedFile = true
    save(to: nil, options)
  }

  /// Saves although that breaks the document's digital signatures.
  public func saveBreakingSignatures() {
    var options = options.saving
    options.breaksSignatures = true
    save(to: nil, options)
  }

  private func save(to url: URL?, _ options: SaveOptions) {
    desk.finish()
    guard room != nil else { return }
    message = nil
    isSaving = true
    enqueue(.saving) {
      try $0.save(to: url, options)
    } then: { [weak self] _ in
      self?.isSaving = false
    }
  }

  /// Saves if there is something to save, and closes the document.
  ///
  /// - Returns: Whether the document is closed. If not, ``message`` says why, and nothing is lost.
  @discardableResult
  public func done() async -> Bool {
    guard let room else { return true }
    desk.finish()
    await idle()
    if status.hasUnsavedChanges {
      save()
      await idle()
    }
    guard self.room === room, !status.hasUnsavedChanges else { return self.room == nil }
    close()
    await settled()
    return true
  }

  // MARK: - Messages

  /// Does what ``message`` offers.
  ///
  /// - Returns: `false` if the view has to do it, since somebody must be asked for a file or a password.
  @discardableResult
  public func perform(_ action: ViewerMessage.Action) -> Bool {
    let told = message
    switch action {
    case .saveElsewhere, .openAnother, .enterPassword: return false
    case .overwrite: saveOverChangedFile()
    case .breakSignature: saveBreakingSignatures()
    case .openAgain: openAgain()
    case .tryAgain: told.map(tryAgain)
    case .dismiss: message = nil
    }
    return true
  }

  private func tryAgain(_ told: ViewerMessage) {
    message = nil
    switch told.activity {
    // Who tries again after having been told that the file is gone wants it back.
    case .saving: told.code == .fileNotFound ? saveOverChangedFile() : save()
    case .opening: openAgain()
    case .searching: search.restart()
    case .showing:
      board.refresh(Set(viewport.visiblePages.map(\.page)))
    case .editing: break
    }
  }

  // MARK: - What is remembered between runs

  func savePositionSoon() {
    guard positions != nil, savingPosition == nil else { return }
    savingPosition = Task { [weak self] in
      try? await Task.sleep(for: .seconds(1))
      guard !Task.isCancelled else { return }
      self?.savePosition()
    }
  }

  func savePosition() {
    savingPosition?.cancel()
    savingPosition = nil
    guard let positions, let file, room != nil, pendingPosition == nil else { return }
    let position = ReadingPosition(viewport.position, tool: palette.selection)
    remember { try await positions.save(position, in: file) }
  }

  func paletteChanged(_ new: PaletteSettings) {
    guard let settings else { return }
    remember { try await settings.save(new) }
  }

  /// What cannot be kept for the next run is no reason to bother anybody.
  private func remember(_ save: @escaping @Sendable () async throws -> Void) {
    remembering = Task { [remembering] in
      try? await save()
      await remembering?.value
    }
  }

  /// Waits until what is remembered between runs is on the disk.
  public func settled() async {
    try? await positions?.flush()
    try? await settings?.flush()
    await remembering?.value
  }
}
