import Foundation

/// Where a document is worked on: on a queue of its own, one thing at a time, so that the main actor never waits for
/// a disk, a parser, or the lock of a document that is being saved.
actor DocumentRoom {
  nonisolated let document: PDFDocument
  private let executor = QueueExecutor(label: "postil.document")
  private var snapshotCount = 0
  /// How the file was when it was last read, written or looked at.
  private var fileFacts: FileFacts?
  private var eraser: (tool: EraserTool, page: PageID)?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ document: PDFDocument) {
    self.document = document
    fileFacts = document.url.flatMap(FileFacts.init)
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
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// How pages are shown at one unit a point, had the session not turned them. Pages that cannot be read are left out.
  func transforms(of pages: some Sequence<PageID>) -> [PageID: PageTransform] {
    let turns = document.state.turns
    var transforms: [PageID: PageTransform] = [:]
    for page in pages {
      guard let now = try? document.transform(of: page) else { continue }
      transforms[page] = PageTransform(
        cropBox: now.cropBox, rotation: now.rotation - turns[page, default: .none])
    }
    return transforms
  }

  // MARK: - The file

  /// Saves.
  ///
  /// - Throws: ``Postil/PDFError``, with code `.fileNotFound` if the file was deleted and may not be written again unasked.
  func save(to url: URL?, _ options: SaveOptions) throws {
    defer { fileFacts = document.url.flatMap(FileFacts.init) }
    if let url {
      try document.save(to: url, options)
      return
    }
    if let file = document.url, document.hasUnsavedChanges, !options.overwritesChangedFile,
      FileFacts(file) == nil
    {
      throw PDFError(.fileNotFound, "The file was deleted: save again, or to another place.", url: file)
    }
    try document.save(options)
  }

  /// What another program did to the file since that was last asked.
  func fileChange() -> FileFacts.Change? {
    guard let url = document.url else { return nil }
    let now = FileFacts(url)
    defer { fileFacts = now }
    guard now != fileFacts, fileFacts != nil else { return nil }
    return now == nil ? .deleted : .changed
  }

  // MARK: - Erasing

  /// Begins a group of edits in which an eraser goes over a page.
  func beginErasing(on page: PageID, width: Double, mode: EraserTool.Mode) throws {
    endErasing()
    let tool = try document.eraser(on: page, width: width, mode: mode)
    document.beginGroup(named: "Erase")
    eraser = (tool, page)
  }

  /// Goes on erasing through points of the page.
  func erase(along points: [PagePoint]) throws {
    guard let (eraser, page) = eraser, let last = points.last else { return }
    var tool = eraser
    for point in points {
      if tool.isDrawing { tool.move(to: point) } else { tool.begin(at: point) }
    }
    try document.commit(tool.finish(), on: page)
    // The next piece begins where this one ends.
    tool.begin(at: last)
    self.eraser = (tool, page)
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
