import Foundation

/// A file of JSON that several programs change: each lays its changes over what the file has at that moment.
/// Changes are written a little later, so that many of them are one; all that touches the disk is done here, off
/// the main actor.
actor StoredFile {
  typealias Change = @Sendable (inout StoredValue) -> Void

  private let file: PrivateFile
  private let delay: Duration
  /// What the file does not have yet.
  private var changes: [(subject: String, change: Change)] = []
  private var pendingWrite: Task<Void, any Error>?

  init(_ url: URL, delay: Duration) {
    file = PrivateFile(url: url)
    self.delay = delay
  }

  /// What the file has, with the changes that are not written yet. An empty object if there is no file, or one
  /// that is damaged or something else.
  func value() -> StoredValue { changed(stored.value) }

  private func changed(_ value: StoredValue) -> StoredValue {
    changes.reduce(into: value) { value, change in change.change(&value) }
  }

  /// Makes a change, and returns when it has been written.
  ///
  /// - Parameter subject: What it sets: takes the place of an earlier change of the same that is not written yet.
  /// - Throws: ``Postil/PDFError`` if it cannot be; it is tried again with the next one.
  func change(_ subject: String, _ change: @escaping Change) async throws {
    changes.removeAll { $0.subject == subject }
    changes.append((subject, change))
    let write = pendingWrite ?? later()
    pendingWrite = write
    try await write.value
  }

  /// Writes what is not written yet. A file that is damaged is put aside before; one that cannot be read stays as it is.
  ///
  /// - Throws: ``Postil/PDFError``; then nothing is written, and it is tried again with the next change.
  func flush() throws {
    guard !changes.isEmpty else { return }
    try file.locked {
      let (value, state) = stored
      switch state {
      case .usable: break
      case .damaged: try file.setAside()
      case .unreadable(let code): throw file.unreadable(code)
      }
      try file.write(changed(value).json())
    }
    changes = []
  }

  private func later() -> Task<Void, any Error> {
    Task { [delay] in
      try? await Task.sleep(for: delay)
      pendingWrite = nil
      try flush()
    }
  }

  private enum State {
    case usable, damaged
    case unreadable(Int32)
  }

  private var stored: (value: StoredValue, state: State) {
    switch file.read() {
    case .none: return (.object([:]), .usable)
    case .foreign: return (.object([:]), .damaged)
    case .unreadable(let code): return (.object([:]), .unreadable(code))
    case .bytes(let data):
      guard let value = StoredValue(json: data), case .object = value else { return (.object([:]), .damaged) }
      return (value, .usable)
    }
  }
}
