/// What is asked of the renderer.
extension PageDisplay {
  /// Asks for something after a while, unless something else is asked for by then.
  func load(_ new: DisplayRequest, after delay: Duration) {
    pause?.cancel()
    wanted = new
    pause = Task { [weak self] in
      try? await Task.sleep(for: delay)
      guard !Task.isCancelled, let self, let wanted = self.wanted else { return }
      self.load(wanted)
    }
  }

  /// Asks for something now, in place of what was asked for before.
  func load(_ new: DisplayRequest) {
    pause?.cancel()
    loading?.cancel()
    (pause, wanted, request) = (nil, nil, new)
    // One that is asked for again may have been done before.
    request?.isDone = false
    serial += 1
    failedPages = []
    holdEdits()
    displayedPages.prepare(for: new, lingering: lingeringPages)
    revision += 1
    guard let renderer else { return }
    let number = serial
    // It does not keep the board alive, which ends it when it goes.
    loading = Task { [weak self] in
      for await update in renderer.updates(for: new.viewport) { self?.take(update, of: number) }
      self?.finish(number)
      guard let rest = self?.lacking(new, number) else { return }
      for await update in renderer.pieces(previews: rest.previews, tiles: rest.tiles) {
        self?.take(update, of: number)
      }
    }
  }

  /// What there is not yet of the pages beside, and the previews that no update brings: those of pages whose visible tiles
  /// were all at hand.
  private func lacking(_ request: DisplayRequest, _ number: Int) -> (previews: [PageID], tiles: [TileID])? {
    guard number == serial else { return nil }
    let beside = request.neighbours.map { DisplayRequest($0) }
    let tiles = beside.flatMap { near in near.viewport.areas.flatMap { near.orderedTiles(of: $0) } }
    let pages = ([request] + beside).flatMap(\.viewport.areas).map(\.page)
    return (
      pages.filter { stalePreviews.contains($0) || displayedPages[$0]?.preview == nil },
      tiles.filter { displayedPages[$0.page]?.tiles[$0] == nil }
    )
  }

  // MARK: - What comes

  private func take(_ update: RenderUpdate, of number: Int) {
    guard number == serial else { return }
    switch update {
    case .preview(let page, let image):
      stalePreviews.remove(page)
      let picture = displayedPages.picture(image, previewFrame(image, page))
      put(on: page, number) { $0.take(picture) }
    case .tile(let tile):
      let scale = tile.id.scale
      let frame = ViewRect(
        x: tile.frame.x / scale, y: tile.frame.y / scale, width: tile.frame.width / scale,
        height: tile.frame.height / scale)
      let picture = displayedPages.picture(tile.image, frame)
      put(on: tile.id.page, number) { $0.take(tile.id, picture) }
    case .failed(let page, let tile, let error):
      failures[page] = error
      failedPages.insert(page)
      put(on: page, number) { pageTiles in tile.map { pageTiles.giveUp($0) } ?? pageTiles.finish() }
    }
  }

  private func put(on page: PageID, _ number: Int, _ body: (inout PageTiles) -> Bool) {
    let (isChanged, isComplete) = displayedPages.put(on: page, body)
    if isChanged { revision += 1 }
    guard isComplete else { return }
    onComplete(page, number)
    showEditsThatWaited()
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
      if displayedPages[area.page] != nil { _ = displayedPages.put(on: area.page) { $0.finish() } }
      onComplete(area.page, number)
    }
    revision += 1
    showEditsThatWaited()
  }
}
