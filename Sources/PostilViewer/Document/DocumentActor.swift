import Foundation
import PostilSystem

/// Serializes the work on a document on a queue of its own, so that the main actor never waits for a disk, a parser, or the
/// lock of a document that is being saved.
actor DocumentActor {
  nonisolated let document: PDFDocument
  private let executor = QueueExecutor(label: "postil.document")
  private var snapshotCount = 0
  /// The identity of the file at the last check, and when this program last read or wrote it.
  private var (fileFacts, ownFacts): (FileIdentity?, FileIdentity?)
  private var saveCount: Int
  /// Whether there were signatures, which edits may not go with: asking for the conflict reads the file.
  private let wasSigned: Bool
  var stroke: PiecewiseStroke?
  /// The run of edits that is a step of undo with the next of the same kind.
  var openRun: (run: EditRun, page: PageID, group: EditGroup)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ document: PDFDocument) {
    self.document = document
    // Read the count before the file's identity: a save in between then counts as one that is not known yet.
    saveCount = document.saveCount
    wasSigned = document.isSigned
    fileFacts = document.url.flatMap(FileIdentity.init(_:))
    ownFacts = fileFacts
  }

  deinit {
    // Ending a group may block on the document's lock: do it on the queue, not on the thread that releases the actor.
    if let stroke { executor.enqueue { [document] in stroke.end(in: document) } }
    if let group = openRun?.group { executor.enqueue { [document] in document.end(group) } }
  }

  /// Performs work, and returns its result with a snapshot of the document after it.
  ///
  /// - Parameter isInRun: Whether the run of edits stays open.
  func perform<Success>(
    inRun isInRun: Bool = true, _ body: @Sendable (isolated DocumentActor) throws -> Success
  ) -> (result: Result<Success, any Error>, snapshot: DocumentSnapshot) {
    if !isInRun { endEditRun() }
    let result = Result { try body(self) }
    return (result, snapshot())
  }

  /// Removes the journal of unsaved edits, after work that is already queued.
  nonisolated func discardJournal() { executor.enqueue { [document] in document.discardJournal() } }

  func snapshot() -> DocumentSnapshot {
    snapshotCount += 1
    let now = document.currentStatus
    return DocumentSnapshot(
      number: snapshotCount, state: now.state, versions: now.versions, status: EditingStatus(now),
      url: now.url, journalFailure: document.journalFailure,
      signatureConflict: wasSigned && now.hasUnsavedChanges ? document.signatureConflict : nil)
  }

  /// A snapshot of the document now, and one after each change, by this actor or other code. Only the newest is buffered.
  func snapshots() -> AsyncStream<DocumentSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DocumentSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let changes = document.changes()
    continuation.yield(snapshot())
    let task = Task { [weak self] in
      for await _ in changes {
        guard let self else { break }
        continuation.yield(await self.snapshot())
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// The transforms of pages at one unit a point, without unsaved turns of pages. Pages that cannot be read are left out.
  func transforms(of pages: some Collection<PageID>) -> [PageID: PageTransform] {
    let turns = document.state.turnedPages
    var transforms: [PageID: PageTransform] = [:]
    for page in pages {
      guard let now = try? document.transform(of: page) else { continue }
      transforms[page] = PageTransform(
        cropBox: now.cropBox, rotation: now.rotation - turns[page, default: .none])
    }
    // Other code may have turned a page in between.
    return document.state.turnedPages == turns ? transforms : self.transforms(of: pages)
  }

  // MARK: - The file

  /// Saves. The actor can do other work meanwhile.
  ///
  /// - Parameter puttingBack: Whether to write a file again that was deleted.
  /// - Returns: A failure with code `.fileNotFound` if the file was deleted and neither `puttingBack` nor the options allow to
  ///   write it again.
  func save(
    _ snapshot: SaveSnapshot, to url: URL?, _ options: SaveOptions, puttingBack: Bool = false
  ) async -> Result<Void, any Error> {
    do {
      try await write(snapshot, to: url, options, puttingBack: puttingBack)
    } catch {
      // Don't report the same external change twice.
      fileFacts = document.url.flatMap(FileIdentity.init(_:))
      return .failure(error)
    }
    if let (facts, saves) = presentFacts() { (fileFacts, ownFacts, saveCount) = (facts, facts, saves) }
    return .success(())
  }

  private func write(
    _ snapshot: SaveSnapshot, to url: URL?, _ options: SaveOptions, puttingBack: Bool
  ) async throws {
    var options = options
    if url == nil, let file = document.url, document.hasUnsavedChanges, FileIdentity(file) == nil {
      if puttingBack { options.allowsOverwritingChangedFile = true }
      guard options.allowsOverwritingChangedFile else {
        throw PDFError(.fileNotFound, "The file was deleted: save again, or to another place.", url: file)
      }
    }
    try await document.save(snapshot, to: url, options)
  }

  /// How another program changed the file since the last call; `nil` if it did not, or while the document is being saved. Saves
  /// by this program do not count, including those that other code made.
  func fileChange() -> FileChange? {
    guard let (now, saves) = presentFacts() else { return nil }
    defer { (fileFacts, saveCount) = (now, saves) }
    if saves != saveCount { ownFacts = now }
    guard now != fileFacts else { return nil }
    guard let now else { return .deleted }
    // A file that was out of reach, as on a disk that was removed, may come back unchanged.
    return now == ownFacts ? nil : .changed
  }

  /// The identity of the file, and the number of saves until then; `nil` while the document is being saved, or if it has no file.
  private func presentFacts() -> (FileIdentity?, saves: Int)? {
    // A save in progress may have replaced the file already.
    while let url = document.url, !document.isSaving {
      let saves = document.saveCount
      let facts = FileIdentity(url)
      if document.saveCount == saves, !document.isSaving { return (facts, saves) }
    }
    return nil
  }
}

/// What another program did to a file.
enum FileChange: Sendable {
  case deleted, changed
}
