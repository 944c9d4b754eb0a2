public import Foundation

/// Where somebody was in the documents that were open last: `positions.json` in the folder for state.
///
/// Documents are known by their paths. Of more than ``limit`` those are forgotten that were not saved for the
/// longest time. Nothing here runs on the caller's thread. A damaged file counts as none, and the next save puts it aside
/// as `positions.json.damaged`; one that may not be read counts as none too, and is never replaced. What other
/// programs save meanwhile stays. Copies of a store are the same store.
public struct ReadingPositions: Sendable {
  /// How many documents are remembered.
  public static let limit = 500

  /// The file.
  public let url: URL
  private let file: StoredFile

  /// Makes the store of a folder, which need not exist.
  ///
  /// - Parameters:
  ///   - folders: Where the file is.
  ///   - delay: How long changes are gathered before they are written.
  public init(folders: ViewerFolders = ViewerFolders(), delay: Duration = .milliseconds(500)) {
    url = folders.state.appending(path: "positions.json")
    file = StoredFile(url, delay: delay)
  }

  /// Where somebody was in a document; `nil` if that is not known.
  public func position(in document: URL) async -> ReadingPosition? {
    guard let path = Self.path(of: document) else { return nil }
    return await file.value().entry(of: path)?.decoded(as: ReadingPosition.self)
  }

  /// Remembers where somebody is in a document, and returns when that has been written, along with what was saved
  /// meanwhile. Nothing happens for documents that are not files.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`, or `.cannotRead` if there is a file that may not be
  ///   read; then it is tried again with the next save.
  public func save(_ position: ReadingPosition, in document: URL) async throws {
    guard let path = Self.path(of: document) else { return }
    let entry = try JSONValue(encoding: position)
    try await file.change(path) { $0.setEntry(entry, of: path) }
  }

  /// Forgets a document.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  public func forget(_ document: URL) async throws {
    guard let path = Self.path(of: document) else { return }
    try await file.change(path) { $0.setEntry(nil, of: path) }
  }

  /// Writes what was saved and is not written yet: for the end of a program.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite`, `.diskFull` or `.cannotRead`.
  public func flush() async throws { try await file.flush() }

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
