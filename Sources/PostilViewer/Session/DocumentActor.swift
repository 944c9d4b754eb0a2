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
  var eraser: EraserStroke?

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
    if let eraser { executor.enqueue { [document] in eraser.end(in: document) } }
  }

  /// Does something, and tells how the document is afterwards.
  func perform<Success>(
    _ body: @Sendable (isolated DocumentActor) throws -> Success
  ) -> (result: Result<Success, any Error>, snapshot: DocumentSnapshot) {
    let result = Result { try body(self) }
    return (result, snapshot())
  }

  func snapshot() -> DocumentSnapshot {
    snapshotCount += 1
    let (state, versions) = document.versionedState
    return DocumentSnapshot(
      number: snapshotCount, state: state, versions: versions, status: EditingStatus(document),
      url: document.url)
  }

  /// How the document is now, and after each change, whoever made it.
  func snapshots() -> AsyncStream<DocumentSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DocumentSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let changes = document.changes
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

  /// Saves.
  ///
  /// - Parameter puttingBack: Whether a file that was deleted is written again.
  /// - Throws: ``Postil/PDFError``, with code `.fileNotFound` if the file was deleted and may not be written again unasked.
  func save(to url: URL?, _ options: SaveOptions, puttingBack: Bool = false) throws {
    do {
      try write(to: url, options, puttingBack: puttingBack)
    } catch {
      // Whoever tells of the error need not be told again.
      fileFacts = document.url.flatMap(FileIdentity.init(_:))
      throw error
    }
    if let (facts, saves) = presentFacts() { (fileFacts, ownFacts, saveCount) = (facts, facts, saves) }
  }

  private func write(to url: URL?, _ options: SaveOptions, puttingBack: Bool) throws {
    var options = options
    if url == nil, let file = document.url, document.hasUnsavedChanges, FileIdentity(file) == nil {
      if puttingBack { options.overwritesChangedFile = true }
      guard options.overwritesChangedFile else {
        throw PDFError(.fileNotFound, "The file was deleted: save again, or to another place.", url: file)
      }
    }
    if let url { try document.save(to: url, options) } else { try document.save(options) }
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

  /// How the file is, and how many saves made it so.
  private func presentFacts() -> (FileIdentity?, saves: Int)? {
    while let url = document.url {
      let saves = document.saveCount
      let facts = FileIdentity(url)
      if document.saveCount == saves { return (facts, saves) }
    }
    return nil
  }
}

/// What another program did to a file.
enum FileChange: Sendable {
  case deleted, changed
}
