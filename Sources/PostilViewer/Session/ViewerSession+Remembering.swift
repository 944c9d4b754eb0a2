/// Settings and reading positions, which are stored between runs.
extension ViewerSession {
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
    guard let positions, let file, documentActor != nil, pendingPosition == nil else { return }
    let position = ReadingPosition(viewport.position, tool: palette.selection)
    remember { try await positions.save(position, in: file) }
  }

  /// Reads the stored settings of the palette. What was chosen in this run takes precedence.
  func readPalette() {
    guard let settings else { return }
    readingPalette = Task { [weak self] in
      let known = await settings.palette()
      guard let self else { return }
      let all = known.changed(by: self.palette.settings)
      self.palette.restore(all)
      self.isPaletteKnown = true
      if all != known { self.paletteChanged(all) }
    }
  }

  /// Saves the settings of the palette. Changes that come faster than they can be written are coalesced.
  func paletteChanged(_ new: PaletteSettings) {
    guard let settings, isPaletteKnown else { return }
    unsavedPalette = new
    guard savingPalette == nil else { return }
    savingPalette = Task {
      while let next = unsavedPalette {
        unsavedPalette = nil
        do { try await settings.save(next) } catch { settingsNotSaved(error) }
      }
      savingPalette = nil
    }
  }

  private static let highlightingName = "highlightsFields"

  /// Reads whether form fields are highlighted. What was chosen in this run takes precedence.
  func readHighlighting() {
    guard let settings else { return }
    readingHighlighting = Task { [weak self] in
      let stored = await settings.value(Self.highlightingName, as: Bool.self)
      guard let self, let stored, storedHighlighting == nil else { return }
      storedHighlighting = stored
      formFilling.highlightsFields = stored
    }
  }

  /// Saves whether form fields are highlighted.
  func highlightingChanged(_ isOn: Bool) {
    guard let settings, isOn != storedHighlighting else { return }
    storedHighlighting = isOn
    remember { try await settings.save(isOn, as: Self.highlightingName) }
  }

  private func remember(_ save: @escaping @Sendable () async throws -> Void) {
    remembering = Task { [weak self, remembering] in
      // Write in order, so that the last value is the one that stays.
      await remembering?.value
      do { try await save() } catch { self?.settingsNotSaved(error) }
    }
  }

  /// Records an error of storing as a warning, which does not interrupt the user. Only the first is kept.
  private func settingsNotSaved(_ error: any Error) {
    if storageWarning == nil { storageWarning = error as? PDFError }
  }

  /// Waits until settings and the reading position have been written to the disk, or that failed (``storageWarning``).
  public func flushSettings() async {
    if savingPosition != nil { savePosition() }
    await readingPalette?.value
    await readingHighlighting?.value
    try? await positions?.flush()
    try? await settings?.flush()
    await remembering?.value
    await savingPalette?.value
  }
}
