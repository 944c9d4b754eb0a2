import Observation

/// What is to be painted of the pages in view: for each page a preview at once, tiles of the scale before until the
/// present ones have come, then those.
///
/// A view asks ``pictures(of:)`` for each visible page and stretches them over the page's frame. When ``revision``
/// changes, there is something to be painted anew; pictures that kept their ``PagePicture/id`` are what they were.
///
/// While the zoom changes nothing is asked of the renderer, and what is there is stretched; after
/// ``zoomPause`` without a change, tiles of the new scale are made. An edit is shown at once when all of the
/// tiles that it touches are ready.
@MainActor @Observable public final class PageBoard {
  /// Changes whenever something is to be painted anew.
  public private(set) var revision = 0
  /// Why pages, or parts of them, cannot be shown.
  public private(set) var failures: [PageID: PDFError] = [:]
  /// How long the scale must stay the same before tiles are made for it.
  @ObservationIgnored public var zoomPause: Duration = .milliseconds(90)
  /// How many pages out of sight keep what there is of them.
  @ObservationIgnored public var lingeringPages = 8

  @ObservationIgnored private var sheets: [PageID: PageSheet] = [:]
  /// The pages that have a sheet, the latest seen last.
  @ObservationIgnored private var recent: [PageID] = []
  @ObservationIgnored private var renderer: PageRenderer?
  @ObservationIgnored private var pageSize: (PageID) -> ViewSize? = { _ in nil }
  @ObservationIgnored private var request: BoardRequest?
  @ObservationIgnored private var wanted: BoardRequest?
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var pause: Task<Void, Never>?
  /// Tells the present request from those before, whose last updates may still be on their way.
  @ObservationIgnored private var serial = 0
  @ObservationIgnored private var pictureCount = 0
  /// Pages whose preview shows them as they were before an edit.
  @ObservationIgnored private var stalePreviews: Set<PageID> = []
  /// Pages that were edited since the present request was made, and how many requests edits made void before.
  @ObservationIgnored private var editedPages: Set<PageID> = []
  @ObservationIgnored private var overtakenCount = 0
  /// The pages that failed since the present request was made.
  @ObservationIgnored private var failedPages: Set<PageID> = []
  /// Called when all visible tiles of a page are there that show it as it was when they were asked for.
  @ObservationIgnored var onComplete: (PageID, _ serial: Int) -> Void = { _, _ in }

  init() {}

  /// What is painted of a page, the lowest first. O(tiles of the page).
  public func pictures(of page: PageID) -> [PagePicture] {
    _ = revision
    guard let sheet = sheets[page] else { return [] }
    // Where a part belongs cannot be told before the whole is known.
    guard let size = pageSize(page) else {
      return sheet.pictures.filter { $0.frame == nil }.map { $0.shown(on: .zero) }
    }
    return sheet.pictures.map { $0.shown(on: size) }
  }

  /// Whether all that was asked for is there.
  public var isComplete: Bool {
    _ = revision
    return pause == nil && (request == nil || request?.isDone == true)
  }

  // MARK: - What is shown

  /// Begins to show a document.
  ///
  /// - Parameter pageSize: The size of a page as it is shown, in points.
  func attach(_ renderer: PageRenderer, pageSize: @escaping (PageID) -> ViewSize?) {
    detach()
    self.renderer = renderer
    self.pageSize = pageSize
  }

  /// Shows nothing any more.
  func detach() {
    loading?.cancel()
    pause?.cancel()
    (loading, pause, renderer, request, wanted) = (nil, nil, nil, nil, nil)
    (sheets, recent, failures) = ([:], [], [:])
    (stalePreviews, failedPages, editedPages, overtakenCount) = ([], [], [], 0)
    serial += 1
    revision += 1
  }

  /// Shows what a viewport holds.
  ///
  /// - Parameter neighbours: What may be shown next, and is made ready when nothing else is to be done.
  func show(_ viewport: Viewport, neighbours: @autoclosure () -> Viewport? = nil) {
    guard renderer != nil else { return }
    revision += 1
    var new = BoardRequest(viewport)
    guard new != (wanted ?? request) else { return }
    new.neighbours = neighbours()
    if let request, request.viewport.scale != viewport.scale, !request.viewport.areas.isEmpty {
      load(new, after: zoomPause)
    } else if pause != nil {
      wanted = new
    } else {
      load(new)
    }
  }

  /// Has pages drawn again that were edited.
  func refresh(_ pages: Set<PageID>) {
    for page in pages { failures[page] = nil }
    let seen = Set((wanted ?? request)?.viewport.areas.map(\.page) ?? [])
    for page in pages where !seen.contains(page) { forget(page) }
    // Pages beside are made ready anew: what is on its way shows them as they were.
    guard let present = wanted ?? request, !present.pages.isDisjoint(with: pages) else { return }
    let edited = seen.intersection(pages)
    editedPages.formUnion(edited)
    if isOvertaken(by: edited) { return }
    load(BoardRequest(present.viewport, neighbours: present.neighbours))
  }

  /// Edits that follow each other faster than tiles are made, like those of an eraser, would keep all of them from being
  /// seen: after some that began anew, one has to wait until the tiles of another are there.
  private func isOvertaken(by pages: Set<PageID>) -> Bool {
    let isBusy = pages.allSatisfy { sheets[$0]?.isHeldBack == true }
    guard !pages.isEmpty, isBusy, wanted == nil else { return false }
    overtakenCount += 1
    return overtakenCount > 3
  }

  private func showEditsThatWaited() {
    guard let request, request.viewport.areas.allSatisfy({ sheets[$0.page]?.awaited.isEmpty != false }) else {
      return
    }
    overtakenCount = 0
    // What is about to be asked for shows them too.
    guard !editedPages.isEmpty, wanted == nil else { return }
    load(BoardRequest(request.viewport, neighbours: request.neighbours))
  }

  /// The number of the request that a page waits for; `nil` if everything visible of it is there, or it is not in view.
  func requestAwaited(by page: PageID) -> Int? {
    guard let sheet = sheets[page], !sheet.awaited.isEmpty,
      request?.viewport.areas.contains(where: { $0.page == page }) == true
    else { return nil }
    return editedPages.contains(page) ? serial + 1 : serial
  }

  /// Turns what there is of a page, until it is drawn anew.
  ///
  /// - Parameter size: The size of the page before the turn, in points.
  func turn(_ page: PageID, by turn: PageRotation, in size: ViewSize) {
    sheets[page]?.turn(by: turn, in: size)
    revision += 1
  }

  private func forget(_ page: PageID) {
    sheets[page] = nil
    stalePreviews.remove(page)
    recent.removeAll { $0 == page }
  }

  // MARK: - Loading

  private func load(_ new: BoardRequest, after delay: Duration) {
    pause?.cancel()
    wanted = new
    pause = Task { [weak self] in
      try? await Task.sleep(for: delay)
      guard !Task.isCancelled, let self, let wanted = self.wanted else { return }
      self.load(wanted)
    }
  }

  private func load(_ new: BoardRequest) {
    pause?.cancel()
    loading?.cancel()
    (pause, wanted, request) = (nil, nil, new)
    serial += 1
    failedPages = []
    for page in editedPages { sheets[page]?.hold() }
    stalePreviews.formUnion(editedPages)
    editedPages = []
    prepareSheets(for: new)
    guard let renderer else { return }
    let number = serial
    loading = Task { [weak self] in
      for await update in renderer.updates(for: new.viewport) { self?.take(update, of: number) }
      self?.finish(number)
      await self?.renewPreviews(with: renderer, number)
      guard let neighbours = new.neighbours, !Task.isCancelled else { return }
      for await update in renderer.updates(for: neighbours) { self?.take(update, of: number) }
    }
  }

  /// Has previews made that no update brought: those of pages whose visible tiles were all at hand.
  private func renewPreviews(with renderer: PageRenderer, _ number: Int) async {
    for page in (request?.viewport.areas ?? []).map(\.page) where number == serial {
      guard stalePreviews.contains(page) || sheets[page]?.preview == nil,
        let image = try? await renderer.preview(of: page)
      else { continue }
      take(.preview(page, image), of: number)
    }
  }

  private func prepareSheets(for request: BoardRequest) {
    for area in request.viewport.areas {
      let (page, visible) = (area.page, request.tiles(of: area))
      sheets[page, default: PageSheet()].await(visible, scale: request.viewport.scale)
      recent.removeAll { $0 == page }
      recent.append(page)
    }
    let limit = request.viewport.areas.count + lingeringPages
    while recent.count > max(limit, 0) { sheets[recent.removeFirst()] = nil }
    for area in request.viewport.areas { sheets[area.page]?.keep(request.isNear(area)) }
    revision += 1
  }

  private func take(_ update: RenderUpdate, of number: Int) {
    guard number == serial else { return }
    switch update {
    case .preview(let page, let image):
      stalePreviews.remove(page)
      touch(page, number) { $0.take(picture(image, previewFrame(image, page))) }
    case .tile(let tile):
      let scale = tile.id.scale
      let frame = ViewRect(
        x: tile.frame.x / scale, y: tile.frame.y / scale, width: tile.frame.width / scale,
        height: tile.frame.height / scale)
      touch(tile.id.page, number) { $0.take(tile.id, picture(tile.image, frame)) }
    case .failed(let page, let tile, let error):
      failures[page] = error
      failedPages.insert(page)
      touch(page, number) { sheet in tile.map { sheet.giveUp($0) } ?? sheet.finish() }
    }
  }

  /// The longer side of a preview is that of the page; of the shorter one the last pixel reaches beyond the page.
  private func previewFrame(_ image: PageImage, _ page: PageID) -> ViewRect? {
    guard let size = pageSize(page), size.width > 0, size.height > 0 else { return nil }
    let scale = Double(max(image.width, image.height)) / max(size.width, size.height)
    return ViewRect(x: 0, y: 0, width: Double(image.width) / scale, height: Double(image.height) / scale)
  }

  private func touch(_ page: PageID, _ number: Int, _ body: (inout PageSheet) -> Bool) {
    var sheet = sheets.removeValue(forKey: page) ?? PageSheet()
    if !recent.contains(page) { recent.append(page) }
    let wasAwaited = !sheet.awaited.isEmpty
    let isChanged = body(&sheet)
    let isComplete = wasAwaited && sheet.awaited.isEmpty
    sheets[page] = sheet
    if isChanged { revision += 1 }
    guard isComplete else { return }
    onComplete(page, number)
    showEditsThatWaited()
  }

  private func finish(_ number: Int) {
    guard number == serial, let areas = request?.viewport.areas else { return }
    request?.isDone = true
    for area in areas {
      if !failedPages.contains(area.page), failures[area.page] != nil { failures[area.page] = nil }
      if sheets[area.page]?.finish() == true { revision += 1 }
      onComplete(area.page, number)
    }
    revision += 1
    showEditsThatWaited()
  }

  private func picture(_ image: PageImage, _ frame: ViewRect?) -> SheetPicture {
    pictureCount += 1
    return SheetPicture(id: PagePicture.ID(number: pictureCount), image: image, frame: frame)
  }
}
