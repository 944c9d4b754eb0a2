/// Reading and comparing what is to be shown.
extension DocumentComparing {
  /// How long what was shown before stays until the images of the next document are there.
  private static let longestWait = Duration.milliseconds(400)
  /// How long a document must be shown until it is compared: a slider that is dragged passes by many.
  private static let pause = Duration.milliseconds(150)

  /// Reads and compares what is selected, in place of what was read before.
  func load() {
    guard case .ready = state else { return }
    loading?.cancel()
    forgetChanges()
    progress = 0
    loading = Task { [weak self] in await self?.loadSelected() }
  }

  func forgetChanges() {
    (changes, marks, counterparts, currentIndex) = ([], ChangeMarks(), PageCounterparts(), nil)
  }

  private func loadSelected() async {
    guard let reader, let document = editor.document else { return }
    let position = (shown ?? viewer).viewport.position
    do {
      let (old, new) = try await documents(document, reader)
      let older = try await viewer(of: old, reader, at: position)
      let newer = try await viewer(of: new, reader, at: position)
      await (shownSide == .older ? older : newer)?.firstImages(within: Self.longestWait)
      try Task.checkCancellation()
      show(older, newer)
      guard let old, let new else { return progress = nil }
      try await Task.sleep(for: Self.pause)
      try await compare(new, with: old, reader)
    } catch {
      guard !Task.isCancelled else { return }
      progress = nil
      editor.report(error, during: .comparing)
    }
  }

  /// The older and the newer document.
  private func documents(
    _ document: PDFDocument, _ reader: ComparisonReader
  ) async throws -> (PDFDocument?, PDFDocument?) {
    guard subject == .revisions else { return (other, document) }
    let number = selectedNumber
    let selected = try await reader.revision(number, of: document)
    if basis == .present { return (selected, document) }
    return (number > 1 ? try await reader.revision(number - 1, of: document) : nil, selected)
  }

  private func viewer(
    of document: PDFDocument?, _ reader: ComparisonReader, at position: PageViewport.Position
  ) async throws -> PageViewer? {
    guard let document else { return nil }
    let pages = try await reader.pages(of: document, near: position.pageIndex)
    try Task.checkCancellation()
    // The size of the view may have changed meanwhile.
    let view = (shown ?? viewer).viewport
    let new = PageViewer(readsAhead: false)
    new.viewport.displayMode = position.displayMode
    new.viewport.resize(to: view.viewSize, pixelRatio: view.pixelRatio)
    new.open(pages, at: position)
    return new
  }

  private func show(_ older: PageViewer?, _ newer: PageViewer?) {
    // Where the user has gone while it was read.
    let position = shown?.viewport.position
    (self.older, self.newer) = (older, newer)
    if let position, shown?.viewport.position != position { shown?.viewport.restore(position) }
    older?.onMove = { [weak self] in self?.follow(.older) }
    newer?.onMove = { [weak self] in self?.follow(.newer) }
    follow(shownSide)
  }

  private func compare(
    _ new: PDFDocument, with old: PDFDocument, _ reader: ComparisonReader
  ) async throws {
    let (parts, continuation) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let watch = Task { [weak self] in
      for await part in parts where !Task.isCancelled { self?.progress = part }
    }
    defer { watch.cancel() }
    let comparison = try await new.comparison(with: old) { continuation.yield($0) }
    let list = try await reader.changes(comparison, from: old, to: new)
    watch.cancel()
    try Task.checkCancellation()
    counterparts = PageCounterparts(comparison.oldIndices)
    marks = ChangeMarks(list, counterparts)
    (changes, progress) = (list, nil)
    follow(shownSide)
  }

  /// Makes the other document show what one shows.
  func follow(_ side: Side) {
    guard layout != .single, !isFollowing, let older, let newer else { return }
    isFollowing = true
    defer { isFollowing = false }
    let (leader, follower) = side == .older ? (older, newer) : (newer, older)
    var position = leader.viewport.position
    let index = position.pageIndex
    position.pageIndex = side == .older ? counterparts.nearestNew(index) : counterparts.nearestOld(index)
    if follower.viewport.position != position { follower.viewport.restore(position) }
  }
}

extension PageViewer {
  /// Waits until the images of the pages in view are there, but not for long.
  fileprivate func firstImages(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while !pageDisplay.isComplete, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(8))
    }
  }
}
