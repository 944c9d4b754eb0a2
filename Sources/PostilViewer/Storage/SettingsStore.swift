import Foundation

/// Settings of a viewer for all documents: `viewer.json` in the folder for settings.
///
/// All work is done on a queue of the store. A damaged file counts as empty, and the next save renames it to
/// `viewer.json.damaged`, replacing an older one. An unreadable file counts as empty too, and is never replaced.
/// Unknown keys are preserved. Copies of a store share its state.
struct SettingsStore: Sendable {
  /// The file.
  let url: URL
  private let file: StoredFile

  /// Makes a store; the folder need not exist.
  ///
  /// - Parameters:
  ///   - folders: The folders of the viewer.
  ///   - delay: How long changes are collected before they are written.
  init(folders: ViewerFolders = ViewerFolders(), delay: Duration = .milliseconds(500)) {
    url = folders.configuration.appending(path: "viewer.json")
    file = StoredFile(url, delay: delay)
  }

  /// The value of a name; `nil` if there is none, or one of another type.
  func value<Value: Decodable & Sendable>(_ name: String, as type: Value.Type) async -> Value? {
    await file.value()[name]?.decoded(as: type)
  }

  /// Saves a value under a name, and returns when it has been written together with other changes.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`, or `.cannotRead` if the file
  ///   cannot be read; the next save retries.
  ///   An error of the encoder if the value cannot be written as JSON.
  func save(_ value: some Encodable & Sendable, as name: String) async throws {
    let stored = try JSONValue(encoding: value)
    try await file.change(name) { settings in settings[name, default: .null].merge(stored) }
  }

  /// Writes pending changes at once; call it before the program ends.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  func flush() async throws { try await file.flush() }

  // MARK: - The palette

  /// The settings of the palette.
  func palette() async -> PaletteSettings {
    await value(Self.paletteName, as: PaletteSettings.self) ?? PaletteSettings()
  }

  /// Saves the settings of the palette.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  func save(_ palette: PaletteSettings) async throws {
    try await save(palette, as: Self.paletteName)
  }

  private static let paletteName = "palette"
}

extension JSONValue {
  fileprivate subscript(key: String, default value: JSONValue) -> JSONValue {
    get { self[key] ?? value }
    set { self[key] = newValue }
  }
}
