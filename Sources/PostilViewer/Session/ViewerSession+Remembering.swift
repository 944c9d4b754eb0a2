/// What is remembered between runs.
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

  /// Takes over what was chosen in earlier runs, but for what was chosen already.
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

  /// Of changes that come faster than they can be written, the last counts.
  func paletteChanged(_ new: PaletteSettings) {
    guard let settings, isPaletteKnown else { return }
    unsavedPalette = new
    guard savingPalette == nil else { return }
    savingPalette = Task {
      while let next = unsavedPalette {
        unsavedPalette = nil
        do { try await settings.save(next) } catch { notKept(error) }
      }
      savingPalette = nil
    }
  }

  private func remember(_ save: @escaping @Sendable () async throws -> Void) {
    remembering = Task { [weak self, remembering] in
      // What was asked for last is to be on the disk in the end.
      await remembering?.value
      do { try await save() } catch { self?.notKept(error) }
    }
  }

  /// What cannot be kept for the next run is no reason to interrupt anybody, and one reason is enough.
  private func notKept(_ error: any Error) {
    if storageWarning == nil { storageWarning = error as? PDFError }
  }

  /// Waits until what is remembered between runs is on the disk.
  public func settled() async {
    if savingPosition != nil { savePosition() }
    await readingPalette?.value
    try? await positions?.flush()
    try? await settings?.flush()
    await remembering?.value
    await savingPalette?.value
  }
}
