import GTKKit
import PostilViewer

/// All pages as thumbnails, for navigation and reordering. Shows a `PageGrid` with a widget for every visible page, and
/// animates the neighbours of a dragged page. Positions are mirrored here if the language is written from right to left; the
/// model is always left to right.
final class GridView: CustomWidget {
  let session: ViewerSession
  private(set) var model = PageGrid()
  private var cells: [PageID: GridCell] = [:]
  private var spare: [GridCell] = []
  let nodes = PictureNodes()
  private var motion = GridMotion()
  /// Kinetic scrolling.
  var fling = GridFling()
  private var ticking: FrameTask?
  private var input: GridInput?
  /// Called when a page is to be shown.
  var onOpen: (PageID) -> Void = { _ in }

  init(_ session: ViewerSession) {
    self.session = session
    super.init(css: "pagegrid", role: .grid)
    setAccessibleLabel(tr("All Pages"))
    (isFocusable, expandsWidth, expandsHeight) = (true, true, true)
    hidesOverflow(true)
    input = GridInput(self)
    on("map") { [unowned self] in arrange() }
    on("unmap") { [unowned self] in self.session.thumbnails.request([], for: .grid) }
    observe { [unowned self] in takePages(session.pages) }
    observe { [unowned self] in
      _ = session.thumbnails.revision
      for cell in cells.values { cell.queueDraw() }
    }
  }

  override func didRealize() {
    nodes.kind = rendererName == "GskCairoRenderer" ? .cairo : .texture
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    orientation == .horizontal ? (240, 800) : (200, 600)
  }

  // MARK: - The model

  /// Changes the model, and updates the view.
  func change<Result>(_ body: (inout PageGrid) -> Result) -> Result {
    let (before, wasDragging) = (model, model.isDragging)
    let result = body(&model)
    if model.isDragging != wasDragging { setCursor(model.isDragging ? "grabbing" : nil) }
    if model != before {
      // Scrolling moves cells at once; changes of place are animated.
      motion.glides = motion.glides || wasDragging || model.isDragging || model.pages != before.pages
      motion.scroll(by: model.scrollOffset - before.scrollOffset)
      arrange()
    }
    tickIfNeeded()
    return result
  }

  /// Performs the outcome of a press or a key.
  func perform(_ outcome: PageGrid.Outcome) {
    switch outcome {
    case .none: break
    case .open(let page): onOpen(page)
    case .move(let page, _, let to):
      session.move(page, to: to)
      Task { [weak self] in
        guard let session = self?.session else { return }
        await session.idle()
        // Restore the order if the edit failed.
        self?.takePages(session.pages)
      }
    }
  }

  private func takePages(_ pages: [PageID]) {
    var sizes: [PageID: ViewSize] = [:]
    for page in pages { sizes[page] = session.size(of: page) }
    change {
      $0.setPages(pages)
      $0.setSizes(sizes)
    }
  }

  /// Prepares for being shown: scrolls to the current page and focuses it.
  func open() {
    takePages(session.pages)
    let index = session.viewport.currentIndex
    motion.reset()
    change {
      $0.focusedIndex = index
      $0.scroll(toShow: index)
    }
    grabFocus()
  }

  // MARK: - Cells

  /// Makes and updates a cell for every visible page. Do not call it in `layout`: adding a child or changing its preferred size
  /// invalidates ancestors that GTK has laid out already.
  func arrange() {
    let shown = model.cells(within: model.viewSize.height / 2)
    askForPictures(of: shown.map(\.page))
    dropCells(except: Set(shown.map(\.page)))
    for place in shown {
      let isFocused = model.focusedIndex == place.index && hasFocus
      cell(of: place.page).show(place, isFocused: isFocused, of: model.pages.count)
    }
    if let dragged = shown.last, dragged.isDragged, let cell = cells[dragged.page], children.last !== cell {
      raise(cell)
    }
    queueAllocate()
  }

  override func layout(width: Double, height: Double) {
    if model.viewSize != ViewSize(width: width, height: height) {
      model.resize(to: ViewSize(width: width, height: height))
      motion.reset()
      MainLoop.soon { [weak self] in self?.arrange() }
    }
    let shown = model.cells(within: height / 2)
    let pages = Set(shown.map(\.page))
    for (page, cell) in cells { cell.isChildVisible = pages.contains(page) }
    for place in shown {
      guard let cell = cells[place.page] else { continue }
      cell.follow(place)
      self.place(cell, at: mirrored(motion.frame(of: place, glides: Style.hasAnimations), in: width))
    }
    motion.finishRound()
    nodes.dropUnused()
    tickIfNeeded()
  }

  private func askForPictures(of pages: [PageID]) {
    // The strip shows the same pictures, so they must not be smaller than it needs.
    let wanted = (model.visibleCells.first?.bounds.width ?? 0) * pixelRatio
    session.thumbnails.width = min(max(Int(wanted.rounded(.up)), 240), 512)
    session.thumbnails.request(isMapped ? pages : [], for: .grid)
  }

  private func cell(of page: PageID) -> GridCell {
    if let cell = cells[page] { return cell }
    let cell = spare.popLast() ?? GridCell(self)
    cells[page] = cell
    if cell.parent == nil { add(cell) }
    cell.isChildVisible = true
    return cell
  }

  private func dropCells(except pages: Set<PageID>) {
    for (page, cell) in cells where !pages.contains(page) {
      cells[page] = nil
      cell.isChildVisible = false
      spare.append(cell)
    }
    motion.keep(pages)
  }

  /// The visible cells, for reports and tests.
  var visibleCells: [(number: Int, cell: GridCell)] {
    model.visibleCells.compactMap { place in cells[place.page].map { (place.index + 1, $0) } }
  }

  // MARK: - Movement

  private var mustTick: Bool {
    motion.isMoving || fling.isMoving || model.isAutoScrolling || model.longPressTime != nil
  }

  private func tickIfNeeded() {
    let isNeeded = mustTick
    guard isNeeded, ticking?.isRunning != true else { return }
    ticking = FrameTask(self) { [weak self] time in self?.tick(time) ?? false }
  }

  private func tick(_ time: Double) -> Bool {
    let now = MainLoop.now
    if model.isAutoScrolling || model.longPressTime.map({ $0 <= now }) == true {
      change { $0.advance(to: now) }
    }
    if motion.isMoving {
      motion.advance(to: time)
      queueAllocate()
    }
    if fling.isMoving {
      let distance = fling.advance(to: now)
      if distance != 0, change({ $0.scroll(by: distance) }) == 0 { fling.stop() }
    }
    return mustTick
  }
}

extension Rect {
  /// The rectangle moved.
  func offset(x dx: Double, y dy: Double) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }
}
