import Foundation
import GTKKit
import PostilViewer

/// All pages as thumbnails, for navigation, selecting and reordering. Shows a `PageGrid` with a widget for every visible page, and
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
  /// Called when the selected pages changed.
  var onSelect: ([PageID]) -> Void = { _ in }
  /// Called when a context menu is to be opened at a point.
  var onMenu: (Point) -> Void = { _ in }
  /// Called when files or data were dropped, with the index at which they are to be inserted.
  var onDrop: (Drop, Int) -> Void = { _, _ in }
  /// The pages that are dragged to other windows.
  private var transfer: (drag: OutgoingDrag, pages: [PageID])?

  init(_ session: ViewerSession) {
    self.session = session
    super.init(css: "pagegrid", role: .grid)
    setAccessibleLabel(tr("All Pages"))
    (isFocusable, expandsWidth, expandsHeight) = (true, true, true)
    hidesOverflow(true)
    input = GridInput(self)
    takeDrops()
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
      if model.selection != before.selection || model.pages != before.pages { selectionChanged() }
    }
    tickIfNeeded()
    return result
  }

  /// Performs the outcome of a press or a key.
  func perform(_ outcome: PageGrid.Outcome) {
    switch outcome {
    case .none: break
    case .open(let page): onOpen(page)
    case .move(let pages, let to):
      session.movePages(pages, to: to)
      Task { [weak self] in
        guard let session = self?.session else { return }
        await session.idle()
        // Restore the order if the edit failed.
        self?.takePages(session.pages)
      }
    }
  }

  /// Selects pages, such as those just inserted, and scrolls to the first.
  func select(_ pages: [PageID]) {
    guard !pages.isEmpty else { return }
    takePages(session.pages)
    change {
      $0.select(pages)
      if let index = $0.focusedIndex { $0.scroll(toShow: index) }
    }
  }

  private func selectionChanged() {
    onSelect(model.selectedPages)
    let count = model.selection.count
    setAccessibleDescription(
      count > 0 ? trn("%1 page selected", "%1 pages selected", count) : tr("No page selected"))
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
      $0.clearSelection()
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

  override func snapshot(_ snapshot: Snapshot) {
    if let gap = model.gapFrame {
      var color = accent
      color.alpha = 0.3
      let frame = mirrored(Rect(gap)).insetBy(2)
      snapshot.clipped(to: frame, radius: 8) { snapshot.fill(frame, color) }
      snapshot.frame(frame, width: 2, accent, radius: 8)
    }
    snapshotChildren(snapshot)
  }

  /// Where a context menu opens that a key asks for: on the focused page.
  var menuPlace: Point {
    let frame = model.focusedIndex.flatMap { model.cell(ofIndex: $0) }.map { mirrored(Rect($0.frame)) }
    return frame.map { Point(x: $0.x + $0.width / 2, y: $0.y + $0.height / 2) }
      ?? Point(x: width / 2, y: height / 2)
  }

  // MARK: - Dragging to other windows, and from there

  private func takeDrops() {
    let target = DropTarget(types: Self.droppedTypes)
    target.onHover { [unowned self] point in
      change { $0.hover(at: ViewPoint(mirrored(point)), time: MainLoop.now) }
    }
    target.onLeave { [unowned self] in if model.hoverIndex != nil { change { $0.cancel() } } }
    target.onDrop { [unowned self] drop, point in
      let index = change { $0.drop(at: ViewPoint(mirrored(point)), time: MainLoop.now) }
      if let transfer, drop.isOf(transfer.drag) {
        perform(change { $0.move(transfer.pages, before: index) })
        drop.finish(true)
      } else {
        onDrop(drop, index)
      }
    }
    add(target)
  }

  /// The types of data that can be inserted.
  static let droppedTypes = ["application/pdf", "image/png", "image/jpeg"]

  /// Whether a point is beside the window.
  func isOutsideWindow(_ point: ViewPoint) -> Bool {
    guard let frame = frameInWindow, let window else { return false }
    let (x, y) = (frame.x + mirrored(Point(x: point.x, y: point.y)).x, frame.y + point.y)
    return x < 0 || y < 0 || x >= window.width || y >= window.height
  }

  /// Makes the drag of pages one of PDF data, which goes on in other windows and programs. Returns whether it did.
  func beginTransfer(_ gesture: DragGesture) -> Bool {
    let pages = model.draggedPages
    guard let held = model.visibleCells.last, held.isDragged, let cell = cells[held.page] else {
      return false
    }
    let drag = OutgoingDrag(
      from: gesture, of: self, type: "application/pdf", icon: cell,
      hotspot: Point(x: cell.width / 2, y: cell.height / 2)
    ) { [weak self] in await self?.data(of: pages) }
    guard let drag else { return false }
    transfer = (drag, pages)
    change { $0.cancel() }
    drag.onEnd { [weak self, weak drag] in if self?.transfer?.drag === drag { self?.transfer = nil } }
    return true
  }

  private func data(of pages: [PageID]) async -> Data? {
    do {
      return try await session.data(of: pages)
    } catch {
      session.report(error, during: .extracting, of: session.file)
      return nil
    }
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
