import Foundation
import PostilSystem

/// A JSON file that several programs change: each applies its changes to the file's content at that moment, under a lock.
/// Writes are delayed, so that changes are coalesced, and done on a queue of their own.
actor StoredFile {
  typealias Change = @Sendable (inout JSONValue) -> Void

  private let executor = QueueExecutor(label: "postil.settings")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let file: PrivateFile
  private let delay: Duration
  /// Changes that are not written yet.
  private var changes: [(subject: String, change: Change)] = []
  private var pendingWrite: Task<Void, any Error>?

  init(_ url: URL, delay: Duration) {
    file = PrivateFile(url: url)
    self.delay = delay
  }

  /// The content of the file, with the changes that are not written yet. An empty object in place of a file that is missing,
  /// damaged or unreadable.
  func value() -> JSONValue { changed(stored.value) }

  private func changed(_ value: JSONValue) -> JSONValue {
    changes.reduce(into: value) { value, change in change.change(&value) }
  }

  /// Makes a change, and returns when it has been written.
  ///
  /// - Parameter subject: What it sets. It replaces an earlier change of the same subject that is not written yet.
  /// - Throws: ``Postil/PDFError`` if it cannot be written; it is tried again with the next one.
  func change(_ subject: String, _ change: @escaping Change) async throws {
    changes.removeAll { $0.subject == subject }
    changes.append((subject, change))
    let write = pendingWrite ?? scheduleWrite()
    pendingWrite = write
    try await write.value
  }

  /// Writes pending changes. A damaged file is renamed before; one that cannot be read stays as it is.
  ///
  /// - Throws: ``Postil/PDFError``; then nothing is written, and it is tried again with the next change.
  func flush() throws {
    guard !changes.isEmpty else { return }
    do {
      try file.locked(write)
    } catch let error as PDFError where error.code != .cannotRead {
      throw PDFError(error.code, Self.advice, url: file.url, underlying: error.underlying)
    }
    changes = []
  }

  private func write() throws {
    let (value, condition) = stored
    switch condition {
    case .usable: break
    case .damaged: try file.setAside()
    case .unreadable(let code):
      throw PDFError(
        .cannotRead,
        "Settings are not saved: their file cannot be read, and stays as it is. Check its permissions.",
        url: file.url, underlying: SystemError.text(code))
    }
    try file.write(changed(value).json(isIndented: true))
  }

  private static let advice =
    "Settings cannot be saved: check that the folder for them may be written to and that there is space."

  private func scheduleWrite() -> Task<Void, any Error> {
    Task { [delay] in
      try? await Task.sleep(for: delay)
      pendingWrite = nil
      try flush()
    }
  }

  private enum Condition {
    case usable, damaged
    case unreadable(Int32)
  }

  private var stored: (value: JSONValue, condition: Condition) {
    switch file.read() {
    case .none: return (.object([:]), .usable)
    case .foreign: return (.object([:]), .damaged)
    case .unreadable(let code): return (.object([:]), .unreadable(code))
    case .bytes(let data):
      guard let value = JSONValue(json: data), case .object = value else { return (.object([:]), .damaged) }
      return (value, .usable)
    }
  }
}
