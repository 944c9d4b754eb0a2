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
  func value() -> StoredValue {
    var value = stored
    for (_, change) in changes { change(&value) }
    return value
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

  /// Writes what is not written yet.
  func flush() throws {
    guard !changes.isEmpty else { return }
    try file.locked {
      try file.write(value().json())
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

  private var stored: StoredValue {
    guard let data = file.read(), let value = StoredValue(json: data), case .object = value else {
      return .object([:])
    }
    return value
  }
}
