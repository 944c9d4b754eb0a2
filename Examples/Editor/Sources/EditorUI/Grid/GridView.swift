import GTKKit
import PostilViewer

/// All pages as small pictures: to find one and to give one another place. The model decides; this shows it with a
/// widget for every page in sight, and lets the neighbours of a dragged page move aside. Where one reads from the right
/// to the left, the first page is at the right; the model knows nothing of that.
final class GridView: CustomWidget {
  let session: ViewerSession
  private(set) var model = PageGrid()
  private var cells: [PageID: GridCell] = [:]
  private var spare: [GridCell] = []
  let nodes = PictureNodes()
  private var motion = GridMotion()
  /// How it goes on scrolling after a finger.
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
    on("unmap") { [unowned self] in self.session.thumbnails.want([], for: .grid) }
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

  /// Changes the model, and shows what comes of that.
  func change<Result>(_ body: (inout PageGrid) -> Result) -> Result {
    let (before, wasDragging) = (model, model.isDragging)
    let result = body(&model)
    if model.isDragging != wasDragging { setCursor(model.isDragging ? "grabbing" : nil) }
    if model != before {
      // What is scrolled follows the hand at once; what changes its place glides there.
      motion.glides = motion.glides || wasDragging || model.isDragging || model.pages != before.pages
      motion.scroll(by: model.scrollOffset - before.scrollOffset)
      arrange()
    }
    tickIfNeeded()
    return result
  }

  /// Does what came of a press or a key.
  func perform(_ outcome: PageGrid.Outcome) {
    switch outcome {
    case .none: break
    case .open(let page): onOpen(page)
    case .move(let page, _, let to):
      session.move(page, to: to)
      Task { [weak self] in
        guard let session = self?.session else { return }
        await session.idle()
        // If the document refused it, all goes back.
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

  /// Prepares for being shown: the current page is in sight and has the focus.
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

  /// Has a cell for every page in sight. This is not for `layout`: GTK has laid out some of the widgets around by then, and
  /// takes those for done, although a child that comes or wants other room says that they are not.
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
    // Pictures are for the strip as well, and are not made smaller than it needs them.
    let wanted = (model.visibleCells.first?.bounds.width ?? 0) * pixelRatio
    session.thumbnails.width = min(max(Int(wanted.rounded(.up)), 240), 512)
    session.thumbnails.want(isMapped ? pages : [], for: .grid)
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

  /// The cells in sight, for those who look from outside.
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
