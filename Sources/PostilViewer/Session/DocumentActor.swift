import Foundation
import PostilSystem

/// Where a document is worked on: on a queue of its own, one thing at a time, so that the main actor never waits for
/// a disk, a parser, or the lock of a document that is being saved.
actor DocumentActor {
  nonisolated let document: PDFDocument
  private let executor = QueueExecutor(label: "postil.document")
  private var snapshotCount = 0
  /// How the file was when it was last looked at, and when it was last read or written.
  private var (fileFacts, ownFacts): (FileIdentity?, FileIdentity?)
  private var saveCount: Int
  var stroke: PiecewiseStroke?
  var editRun: EditRun?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ document: PDFDocument) {
    self.document = document
    // Asked for first: a save in between is taken for one that is not known yet.
    saveCount = document.saveCount
    fileFacts = document.url.flatMap(FileIdentity.init(_:))
    ownFacts = fileFacts
  }

  deinit {
    // Waits for the document, which whoever lets go of it must not.
    if let stroke { executor.enqueue { [document] in stroke.end(in: document) } }
    if let editRun { executor.enqueue { [document] in document.end(editRun.group) } }
  }

  /// Does something, and tells how the document is afterwards.
  ///
  /// - Parameter isInRun: Whether the run of edits goes on.
  func perform<Success>(
    inRun isInRun: Bool = true, _ body: @Sendable (isolated DocumentActor) throws -> Success
  ) -> (result: Result<Success, any Error>, snapshot: DocumentSnapshot) {
    if !isInRun { endEditRun() }
    let result = Result { try body(self) }
    return (result, snapshot())
  }

  /// Lets what is unsaved be lost, after what is being done.
  nonisolated func discardJournal() { executor.enqueue { [document] in document.discardJournal() } }

  func snapshot() -> DocumentSnapshot {
    snapshotCount += 1
    let now = document.currentStatus
    return DocumentSnapshot(
      number: snapshotCount, state: now.state, versions: now.versions, status: EditingStatus(now),
      url: now.url)
  }

  /// How the document is now, and after each change, whoever made it.
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

  /// How pages are shown at one unit a point, had the session not turned them. Pages that cannot be read are left out.
  func transforms(of pages: some Collection<PageID>) -> [PageID: PageTransform] {
    let turns = document.state.turnedPages
    var transforms: [PageID: PageTransform] = [:]
    for page in pages {
      guard let now = try? document.transform(of: page) else { continue }
      transforms[page] = PageTransform(
        cropBox: now.cropBox, rotation: now.rotation - turns[page, default: .none])
    }
    // Somebody else may have turned a page in between.
    return document.state.turnedPages == turns ? transforms : self.transforms(of: pages)
  }

  // MARK: - The file

  /// Saves. The actor does other things meanwhile.
  ///
  /// - Parameter puttingBack: Whether a file that was deleted is written again.
  /// - Returns: A failure with code `.fileNotFound` if the file was deleted and may not be written again unasked.
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

  /// What another program did to the file since that was last asked. Saves of this program are none of that, also those
  /// that were not asked for here.
  func fileChange() -> FileChange? {
    guard let (now, saves) = presentFacts() else { return nil }
    defer { (fileFacts, saveCount) = (now, saves) }
    if saves != saveCount { ownFacts = now }
    guard now != fileFacts else { return nil }
    guard let now else { return .deleted }
    // One that was out of reach for a while may come back as it was.
    return now == ownFacts ? nil : .changed
  }

  /// How the file is, and how many saves made it so; `nil` while that cannot be told.
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
