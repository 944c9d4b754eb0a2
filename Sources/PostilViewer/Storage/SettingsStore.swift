public import Foundation

/// What a viewer remembers for all documents: `viewer.json` in the folder for settings.
///
/// Nothing here runs on the caller's thread. A file that is damaged, or that is something else, counts as none; the next
/// save puts it aside as `viewer.json.damaged`, in the place of an older one. A file that may not be read counts as
/// none too, and is never replaced. Keys that another version or program wrote stay. Copies of a store are the
/// same store.
public struct SettingsStore: Sendable {
  /// The file.
  public let url: URL
  private let file: StoredFile

  /// Makes the store of a folder, which need not exist.
  ///
  /// - Parameters:
  ///   - folders: Where the file is.
  ///   - delay: How long changes are gathered before they are written.
  public init(folders: ViewerFolders = ViewerFolders(), delay: Duration = .milliseconds(500)) {
    url = folders.configuration.appending(path: "viewer.json")
    file = StoredFile(url, delay: delay)
  }

  /// What was saved under a name; `nil` if nothing was, or nothing of that form.
  public func value<Value: Decodable & Sendable>(_ name: String, as type: Value.Type) async -> Value? {
    await file.value()[name]?.decoded(as: type)
  }

  /// Saves a value under a name, and returns when it has been written, along with others that were saved meanwhile.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`, or `.cannotRead` if there is a file that may not be
  ///   read; then it is tried again with the next save.
  ///   An error of the encoder if the value cannot be written as JSON.
  public func save(_ value: some Encodable & Sendable, as name: String) async throws {
    let stored = try JSONValue(encoding: value)
    try await file.change(name) { settings in settings[name, default: .null].merge(stored) }
  }

  /// Writes what was saved and is not written yet: for the end of a program.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  public func flush() async throws { try await file.flush() }

  // MARK: - The palette

  /// What the palette remembers.
  public func palette() async -> PaletteSettings {
    await value(Self.paletteName, as: PaletteSettings.self) ?? PaletteSettings()
  }

  /// Saves what the palette remembers.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  public func save(_ palette: PaletteSettings) async throws {
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
