/// Requests to the renderer.
extension PageDisplay {
  /// Schedules a request; a later one replaces it.
  func load(_ new: DisplayRequest, after delay: Duration) {
    pause?.cancel()
    pendingRequest = new
    pause = Task { [weak self] in
      try? await Task.sleep(for: delay)
      guard !Task.isCancelled, let self, let pendingRequest = self.pendingRequest else { return }
      self.load(pendingRequest)
    }
  }

  /// Replaces the current request.
  func load(_ new: DisplayRequest) {
    pause?.cancel()
    loading?.cancel()
    (pause, pendingRequest, request) = (nil, nil, new)
    // A repeated request may carry the flag.
    request?.isDone = false
    serial += 1
    (failedPages, outdatedPages) = ([], [])
    holdEdits()
    displayedPages.prepare(for: new, hiddenLimit: lingeringPages)
    revision += 1
    guard let renderer else { return }
    let number = serial
    // Weak: the display cancels the task when it is released.
    loading = Task { [weak self] in
      for await update in renderer.updates(for: new.viewport) { self?.apply(update, of: number) }
      self?.finish(number)
      guard let rest = self?.missing(new, number) else { return }
      for await update in renderer.pieces(previews: rest.previews, tiles: rest.tiles) {
        self?.apply(update, of: number)
      }
    }
  }

  /// The missing tiles of neighbors, and the previews that no update brings: those of pages whose visible tiles were
  /// all cached.
  private func missing(_ request: DisplayRequest, _ number: Int) -> (previews: [PageID], tiles: [TileID])? {
    guard number == serial else { return nil }
    let beside = request.neighbours.map { DisplayRequest($0) }
    let tiles = beside.flatMap { near in near.viewport.areas.flatMap { near.orderedTiles(of: $0) } }
    let pages = ([request] + beside).flatMap(\.viewport.areas).map(\.page)
    return (
      pages.filter { stalePreviews.contains($0) || displayedPages[$0]?.preview == nil },
      tiles.filter { displayedPages[$0.page]?.tiles[$0] == nil }
    )
  }

  // MARK: - Updates

  private func apply(_ update: RenderUpdate, of number: Int) {
    let page = update.page
    guard number == serial, !outdatedPages.contains(page) else { return }
    switch update.content {
    case .preview(let image):
      stalePreviews.remove(page)
      let picture = displayedPages.picture(image, previewFrame(image, page))
      updateTiles(of: page, number) { $0.setPreview(picture) }
    case .tile(let tile):
      let scale = tile.id.scale
      let frame = ViewRect(
        x: tile.frame.x / scale, y: tile.frame.y / scale, width: tile.frame.width / scale,
        height: tile.frame.height / scale)
      let picture = displayedPages.picture(tile.image, frame)
      updateTiles(of: tile.id.page, number) { $0.insert(tile.id, picture) }
    case .failure(let tile, let error):
      failures[page] = error
      failedPages.insert(page)
      updateTiles(of: page, number) { pageTiles in tile.map { pageTiles.fail($0) } ?? pageTiles.finish() }
    }
  }

  private func updateTiles(of page: PageID, _ number: Int, _ body: (inout PageTiles) -> Bool) {
    let (isChanged, isComplete) = displayedPages.update(page, body)
    if isChanged { revision += 1 }
    guard isComplete else { return }
    onComplete(page, number)
    showDelayedEdits()
  }

  /// The longer side of a preview is that of the page; of the shorter one the last pixel reaches beyond the page.
  private func previewFrame(_ image: PageImage, _ page: PageID) -> ViewRect? {
    guard let size = pageSize(page), size.width > 0, size.height > 0 else { return nil }
    let scale = Double(max(image.width, image.height)) / max(size.width, size.height)
    return ViewRect(x: 0, y: 0, width: Double(image.width) / scale, height: Double(image.height) / scale)
  }

  private func finish(_ number: Int) {
    guard number == serial, let areas = request?.viewport.areas else { return }
    request?.isDone = true
    for area in areas {
      if !failedPages.contains(area.page), failures[area.page] != nil { failures[area.page] = nil }
      if displayedPages[area.page] != nil { _ = displayedPages.update(area.page) { $0.finish() } }
      onComplete(area.page, number)
    }
    revision += 1
    showDelayedEdits()
  }
}
