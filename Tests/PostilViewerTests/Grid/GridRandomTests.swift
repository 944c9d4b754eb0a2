import PostilTestSupport
import PostilViewer
import Testing

/// What holds whatever somebody does.
struct GridRandomTests {
  @Test(arguments: [1, 2, 5, 17, 48])
  func tenThousandGestures(count: Int) throws {
    var hand = Hand(count: count, seed: UInt64(count))
    for _ in 0..<2000 { try hand.gesture() }
    #expect(hand.moves > 0 || count == 1)
    #expect(hand.opened > 0 && hand.cancelled > 0)
  }

  @Test func aDropIsWhatTheDocumentDoes() throws {
    let count = 7
    let data = PageDocument(pageCount: count).data
    var grid = GridSample.grid(count, height: 2000)
    let fresh = grid
    for from in 0..<count {
      for to in 0..<count {
        let document = try PDFDocument(data: data)
        grid = fresh
        grid.beginDrag(at: grid.middle(ofIndex: from))
        let shown: [PageID]
        grid.moved(to: fresh.middle(ofIndex: to), time: 0)
        shown = grid.shownOrder
        switch grid.release(at: fresh.middle(ofIndex: to)) {
        case .move(let pages, let to):
          #expect(pages == [document.pageIDs[from]])
          try document.movePages(pages, to: to)
          #expect(document.pageIDs[to] == pages.first)
        case .open: Issue.record("a drag opened a page")
        case .none: #expect(from == to)
        }
        #expect(document.pageIDs == grid.pages && shown == grid.pages)
      }
    }
  }
}

/// Somebody who does anything at all with a grid.
private struct Hand {
  private var grid: PageGrid
  private var generator: SeededGenerator
  private var time = 0.0
  private(set) var moves = 0
  private(set) var opened = 0
  private(set) var cancelled = 0

  init(count: Int, seed: UInt64) {
    grid = GridSample.grid(count)
    generator = SeededGenerator(seed: seed)
  }

  mutating func gesture() throws {
    if chance(0.1) { grid.resize(to: ViewSize(width: random(50...900), height: random(50...900))) }
    if chance(0.1) { grid.focusedIndex = grid.pages.indices.randomElement(using: &generator) }
    if chance(0.3), let index = grid.pages.indices.randomElement(using: &generator) {
      grid.select(index, [.only, .toggle, .extend].randomElement(using: &generator) ?? .only)
    }
    if chance(0.1) { grid.clearSelection() }
    let before = grid
    var point = somewhere
    if chance(0.1) { return hover(point) }
    if chance(0.3) { grid.beginDrag(at: point) } else { grid.press(at: point, time: time) }
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      step(&point)
      try check(before.pages)
    }
    try end(at: point, before)
    try check(grid.pages)
    #expect(!grid.isDragging && !grid.isAutoScrolling)
  }

  /// Files are dragged over the grid.
  private mutating func hover(_ start: ViewPoint) {
    let pages = grid.pages
    var point = start
    for _ in 0..<5 {
      time += random(0...0.3)
      grid.hover(at: point, time: time)
      let index = grid.hoverIndex ?? -1
      #expect((0...pages.count).contains(index))
      #expect(
        pages.indices.compactMap { grid.cell(ofIndex: $0)?.slot }
          == pages.indices.map { $0 < index ? $0 : $0 + 1 })
      #expect(grid.visibleCells.allSatisfy { !$0.isDragged })
      point = somewhere
    }
    let index = grid.drop(at: point, time: time)
    #expect((0...pages.count).contains(index) && grid.pages == pages && !grid.isDragging)
  }

  private mutating func step(_ point: inout ViewPoint) {
    time += random(0...0.6)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1, 2: point = somewhere
    case 3: point = ViewPoint(x: point.x + random(-12...12), y: point.y + random(-12...12))
    case 4: grid.scroll(by: random(-300...300))
    case 5: grid.resize(to: ViewSize(width: random(50...900), height: random(50...900)))
    default: break
    }
    if chance(0.5) { grid.moved(to: point, time: time) } else { grid.advance(to: time) }
  }

  private mutating func end(at point: ViewPoint, _ before: PageGrid) throws {
    if chance(0.3) {
      cancelled += 1
      grid.cancel()
      var old = before
      old.resize(to: grid.viewSize)
      old.scroll(by: grid.scrollOffset - old.scrollOffset)
      // Scrolling by a difference is off by a rounding at the most.
      #expect(abs(old.scrollOffset - grid.scrollOffset) < 1e-6)
      #expect(grid.pages == before.pages)
      #expect(grid.visibleCells.map(\.page) == old.visibleCells.map(\.page))
      #expect(grid.shownOrder == grid.pages)
      return
    }
    switch grid.release(at: point) {
    case .none: #expect(grid.pages == before.pages)
    case .open(let page):
      opened += 1
      #expect(grid.pages == before.pages && grid.pages.contains(page))
    case .move(let pages, let to):
      moves += 1
      var order = before.pages.filter { !pages.contains($0) }
      try #require(order.count + pages.count == before.pages.count && (0...order.count).contains(to))
      order.insert(contentsOf: pages, at: to)
      #expect(grid.pages == order && grid.pages != before.pages)
      #expect(pages == before.pages.filter(pages.contains), "they keep their order")
    }
  }

  /// Every page is in one slot but for those that are dragged together, and what is shown is what there is.
  private func check(_ pages: [PageID]) throws {
    #expect(grid.pages == pages)
    let cells = pages.indices.compactMap { grid.cell(ofIndex: $0) }
    let dragged = grid.draggedPages
    #expect(cells.count == pages.count - max(dragged.count - 1, 0))
    #expect(Set(cells.map(\.slot)) == Set(cells.indices))
    #expect(cells.count(where: \.isDragged) == (grid.isDragging ? 1 : 0))
    #expect(
      cells.filter(\.isDragged).allSatisfy { $0.draggedCount == dragged.count && dragged.contains($0.page) })
    #expect(grid.selection.isSubset(of: pages))
    #expect(cells.allSatisfy { $0.isSelected == grid.selection.contains($0.page) })
    #expect((0...grid.maximumScrollOffset).contains(grid.scrollOffset))
    let visible = grid.visibleCells
    #expect(Set(visible.map(\.slot)).count == visible.count)
    for cell in visible { #expect(pages[cell.index] == cell.page && cell == grid.cell(ofIndex: cell.index)) }
    let seen = cells.filter { $0.isDragged || $0.bounds.y < grid.viewSize.height && $0.bounds.bottom > 0 }
    #expect(Set(seen.map(\.page)) == Set(visible.map(\.page)))
  }

  private var somewhere: ViewPoint {
    mutating get {
      ViewPoint(
        x: random(-60...grid.viewSize.width + 60), y: random(-60...grid.viewSize.height + 60))
    }
  }

  private mutating func random(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &generator)
  }
  private mutating func chance(_ probability: Double) -> Bool { random(0...1) < probability }
}
