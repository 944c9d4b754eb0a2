import Foundation
import Observation

/// What a viewer remembers between runs: settings, and where each document was read.
@MainActor @Observable final class ViewerMemory {
  /// The first error of storing. It does not interrupt the user.
  private(set) var warning: PDFError?

  let positions: ReadingPositions?
  /// Where a document is read now, and its file; `nil` if there is nothing to remember.
  @ObservationIgnored var position: () -> (ReadingPosition, URL)? = { nil }
  private let settings: SettingsStore?
  private let palette: ToolPalette

  @ObservationIgnored private var savingPosition: Task<Void, Never>?
  /// The last write of a reading position or of the highlighting.
  @ObservationIgnored private var remembering: Task<Void, Never>?
  /// Reads the stored settings of the palette; none are written before that is done.
  @ObservationIgnored private var readingPalette: Task<Void, Never>?
  @ObservationIgnored private var isPaletteKnown = false
  @ObservationIgnored private var savingPalette: Task<Void, Never>?
  @ObservationIgnored private var unsavedPalette: PaletteSettings?
  /// Reads whether form fields are highlighted.
  @ObservationIgnored private var readingHighlighting: Task<Void, Never>?
  /// Whether they are, as it is stored; `nil` if that is not known.
  @ObservationIgnored private var storedHighlighting: Bool?

  init(_ folders: ViewerFolders?, _ palette: ToolPalette) {
    positions = folders.map { ReadingPositions(folders: $0) }
    settings = folders.map { SettingsStore(folders: $0) }
    self.palette = palette
    palette.keep = { [weak self] in self?.paletteChanged($0) }
    readPalette()
  }

  // MARK: - The reading position

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
    guard let positions, let (position, file) = position() else { return }
    remember { try await positions.save(position, in: file) }
  }

  // MARK: - The palette

  /// Reads the stored settings of the palette. What was chosen in this run takes precedence.
  private func readPalette() {
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
  private func paletteChanged(_ new: PaletteSettings) {
    guard let settings, isPaletteKnown else { return }
    unsavedPalette = new
    guard savingPalette == nil else { return }
    savingPalette = Task {
      while let next = unsavedPalette {
        unsavedPalette = nil
        do { try await settings.save(next) } catch { notSaved(error) }
      }
      savingPalette = nil
    }
  }

  // MARK: - Form fields

  private static let highlightingName = "highlightsFields"

  /// Reads whether form fields are highlighted. What was chosen in this run takes precedence.
  func readHighlighting(_ show: @escaping @MainActor (Bool) -> Void) {
    guard let settings else { return }
    readingHighlighting = Task { [weak self] in
      let stored = await settings.value(Self.highlightingName, as: Bool.self)
      guard let self, let stored, storedHighlighting == nil else { return }
      storedHighlighting = stored
      show(stored)
    }
  }

  /// Saves whether form fields are highlighted.
  func highlightingChanged(_ isOn: Bool) {
    guard let settings, isOn != storedHighlighting else { return }
    storedHighlighting = isOn
    remember { try await settings.save(isOn, as: Self.highlightingName) }
  }

  // MARK: - Writing

  private func remember(_ save: @escaping @Sendable () async throws -> Void) {
    remembering = Task { [weak self, remembering] in
      // Write in order, so that the last value is the one that stays.
      await remembering?.value
      do { try await save() } catch { self?.notSaved(error) }
    }
  }

  private func notSaved(_ error: any Error) {
    if warning == nil { warning = error as? PDFError }
  }

  /// Waits until everything has been written to the disk, or that failed.
  func flush() async {
    if savingPosition != nil { savePosition() }
    await readingPalette?.value
    await readingHighlighting?.value
    try? await positions?.flush()
    try? await settings?.flush()
    await remembering?.value
    await savingPalette?.value
  }
}
