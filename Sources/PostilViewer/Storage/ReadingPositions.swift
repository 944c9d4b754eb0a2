import Foundation

/// Reading positions of recent documents: `positions.json` in the folder for state.
///
/// Documents are identified by their paths. Beyond ``limit`` the oldest entries are evicted. All work is done on a
/// queue of the store. A damaged file counts as empty, and the next save renames it to `positions.json.damaged`, replacing an
/// older one; an unreadable one counts as empty too, and is never replaced. Changes by other programs are merged. Copies of a store
/// share its state.
struct ReadingPositions: Sendable {
  /// How many positions are stored.
  static let limit = 500

  /// The file.
  let url: URL
  private let file: StoredFile

  /// Makes a store; the folder need not exist.
  ///
  /// - Parameters:
  ///   - folders: The folders of the viewer.
  ///   - delay: How long changes are collected before they are written.
  init(folders: ViewerFolders = ViewerFolders(), delay: Duration = .milliseconds(500)) {
    url = folders.state.appending(path: "positions.json")
    file = StoredFile(url, delay: delay)
  }

  /// The position in a document; `nil` if none is stored.
  func position(in document: URL) async -> ReadingPosition? {
    guard let path = Self.path(of: document) else { return nil }
    return await file.value().entry(of: path)?.decoded(as: ReadingPosition.self)
  }

  /// Saves the position in a document, and returns when it has been written together with other changes. Ignored for
  /// documents that are not files.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`, or `.cannotRead` if the file
  ///   cannot be read; the next save retries.
  func save(_ position: ReadingPosition, in document: URL) async throws {
    guard let path = Self.path(of: document) else { return }
    let entry = try JSONValue(encoding: position)
    try await file.change(path) { $0.setEntry(entry, of: path) }
  }

  /// Removes the position of a document.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  func forget(_ document: URL) async throws {
    guard let path = Self.path(of: document) else { return }
    try await file.change(path) { $0.setEntry(nil, of: path) }
  }

  /// Writes pending changes at once; call it before the program ends.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  func flush() async throws { try await file.flush() }

  private static func path(of document: URL) -> String? {
    document.isFileURL ? document.standardizedFileURL.path : nil
  }
}

/// The file is `{"positions": [{"path": …, "page": …, …}, …]}`, the newest last.
extension JSONValue {
  private static let listName = "positions"
  private static let pathName = "path"

  fileprivate func entry(of path: String) -> JSONValue? {
    entries.last { $0[Self.pathName] == .text(path) }
  }

  fileprivate mutating func setEntry(_ entry: JSONValue?, of path: String) {
    var list = entries.filter { $0[Self.pathName] != nil }
    var new = list.last { $0[Self.pathName] == .text(path) } ?? .object([:])
    list.removeAll { $0[Self.pathName] == .text(path) }
    if let entry {
      new.merge(entry)
      new[Self.pathName] = .text(path)
      list.append(new)
    }
    self[Self.listName] = .list(Array(list.suffix(ReadingPositions.limit)))
  }

  private var entries: [JSONValue] {
    guard case .list(let list)? = self[Self.listName] else { return [] }
    return list
  }
}
