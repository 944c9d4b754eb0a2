import Foundation

/// Where a document is worked on: on a queue of its own, one thing at a time, so that the main actor never waits for
/// a disk, a parser, or the lock of a document that is being saved.
actor DocumentRoom {
  nonisolated let document: PDFDocument
  private let executor = QueueExecutor(label: "postil.document")
  private var snapshotCount = 0
  /// How the file was when it was last looked at, and when it was last read or written.
  private var (fileFacts, ownFacts): (FileFacts?, FileFacts?)
  private var eraser: (tool: EraserTool, page: PageID, head: PagePoint?)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ document: PDFDocument) {
    self.document = document
    fileFacts = document.url.flatMap(FileFacts.init)
    ownFacts = fileFacts
  }

  /// Does something, and tells how the document is afterwards.
  func perform<Success>(
    _ body: @Sendable (isolated DocumentRoom) throws -> Success
  ) -> (result: Result<Success, any Error>, snapshot: DocumentSnapshot) {
    let result = Result { try body(self) }
    return (result, snapshot())
  }

  func snapshot() -> DocumentSnapshot {
    snapshotCount += 1
    return DocumentSnapshot(
      number: snapshotCount, state: document.state, status: EditingStatus(document), url: document.url)
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
    // Letting go of the changes waits for the document, which whoever lets go of the snapshots must not.
    continuation.onTermination = { [executor] _ in executor.enqueue { task.cancel() } }
    return stream
  }

  /// How pages are shown at one unit a point, had the session not turned them. Pages that cannot be read are left out.
  func transforms(of pages: some Collection<PageID>) -> [PageID: PageTransform] {
    let turns = document.state.turns
    var transforms: [PageID: PageTransform] = [:]
    for page in pages {
      guard let now = try? document.transform(of: page) else { continue }
      transforms[page] = PageTransform(
        cropBox: now.cropBox, rotation: now.rotation - turns[page, default: .none])
    }
    // Somebody else may have turned a page in between.
    return document.state.turns == turns ? transforms : self.transforms(of: pages)
  }

  // MARK: - The file

  /// Saves.
  ///
  /// - Parameter puttingBack: Whether a file that was deleted is written again.
  /// - Throws: ``Postil/PDFError``, with code `.fileNotFound` if the file was deleted and may not be written again unasked.
  func save(to url: URL?, _ options: SaveOptions, puttingBack: Bool = false) throws {
    defer { fileFacts = document.url.flatMap(FileFacts.init) }
    var options = options
    if url == nil, let file = document.url, document.hasUnsavedChanges, FileFacts(file) == nil {
      if puttingBack { options.overwritesChangedFile = true }
      guard options.overwritesChangedFile else {
        throw PDFError(.fileNotFound, "The file was deleted: save again, or to another place.", url: file)
      }
    }
    if let url { try document.save(to: url, options) } else { try document.save(options) }
    ownFacts = document.url.flatMap(FileFacts.init)
  }

  /// What another program did to the file since that was last asked.
  func fileChange() -> FileFacts.Change? {
    guard let url = document.url else { return nil }
    let now = FileFacts(url)
    defer { fileFacts = now }
    guard now != fileFacts else { return nil }
    guard let now else { return .deleted }
    // One that was out of reach for a while may come back as it was.
    return now == ownFacts ? nil : .changed
  }

  // MARK: - Erasing

  /// Begins a group of edits in which an eraser goes over a page.
  func beginErasing(on page: PageID, width: Double, mode: EraserTool.Mode) throws {
    endErasing()
    let tool = try document.eraser(on: page, width: width, mode: mode)
    document.beginGroup(named: "Erase")
    eraser = (tool, page, nil)
  }

  /// Goes on erasing through points of the page.
  func erase(along points: [PagePoint]) throws {
    guard let (known, page, head) = eraser, let last = points.last else { return }
    var tool = known
    do {
      try erase(along: points, with: &tool, on: page)
    } catch {
      // The page is not what the eraser knows any more: somebody else changed it.
      tool = try document.eraser(on: page, width: known.width, mode: known.mode)
      try erase(along: [head].compactMap(\.self) + points, with: &tool, on: page)
    }
    // The next piece begins where this one ends.
    tool.begin(at: last)
    eraser = (tool, page, last)
  }

  private func erase(along points: [PagePoint], with tool: inout EraserTool, on page: PageID) throws {
    for point in points {
      if tool.isDrawing { tool.move(to: point) } else { tool.begin(at: point) }
    }
    try document.commit(tool.finish(), on: page)
  }

  func endErasing() {
    guard eraser != nil else { return }
    eraser = nil
    document.endGroup()
  }

  func cancelErasing() {
    guard eraser != nil else { return }
    eraser = nil
    document.cancelGroup()
  }
}
