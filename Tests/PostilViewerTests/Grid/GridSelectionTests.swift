import PostilViewer
import Testing

/// Selecting pages, and dragging those that are selected.
struct GridSelectionTests {
  private var grid = GridSample.grid(30)

  private var numbers: [Int] { grid.selectedPages.map(\.number) }

  private mutating func click(_ index: Int, _ change: PageGrid.SelectionChange = .only) {
    let point = grid.middle(ofIndex: index)
    grid.press(at: point, time: 0)
    #expect(grid.release(at: point, selecting: change) == .none)
  }

  @Test mutating func clicksSelect() {
    click(2)
    #expect(numbers == [3] && grid.focusedIndex == 2)
    click(4)
    #expect(numbers == [5])
    click(1, .toggle)
    #expect(numbers == [2, 5], "in the order of the document")
    click(5, .extend)
    #expect(numbers == [2, 3, 4, 5, 6], "from the one that was clicked last")
    click(0, .extend)
    #expect(numbers == [1, 2], "from the same page")
    click(0, .toggle)
    #expect(numbers == [2])
    #expect(grid.visibleCells.filter(\.isSelected).map(\.index) == [1])
  }

  @Test mutating func aClickBesideThePagesDeselects() {
    click(2)
    for (change, count) in [(PageGrid.SelectionChange.toggle, 1), (.extend, 1), (.only, 0)] {
      grid.press(at: ViewPoint(x: 2, y: 2), time: 0)
      #expect(grid.release(at: ViewPoint(x: 2, y: 2), selecting: change) == .none)
      #expect(grid.selection.count == count)
    }
  }

  @Test mutating func twoClicksOpen() {
    #expect(grid.open(at: grid.middle(ofIndex: 3)) == .open(PageID(number: 4)))
    #expect(grid.open(at: ViewPoint(x: 2, y: 2)) == .none)
  }

  @Test mutating func aFingerSelectsFromALongPressOn() {
    let point = grid.middle(ofIndex: 4)
    grid.press(at: point, time: 0)
    #expect(grid.release(at: point) == .open(PageID(number: 5)))
    grid.press(at: point, time: 1)
    grid.advance(to: 1.6)
    #expect(grid.isDragging && !grid.isSelecting)
    #expect(grid.release(at: point) == .none)
    #expect(grid.isSelecting && numbers == [5])
    let other = grid.middle(ofIndex: 1)
    grid.press(at: other, time: 2)
    #expect(grid.release(at: other) == .none)
    #expect(numbers == [2, 5])
    for place in [other, point] {
      grid.press(at: place, time: 3)
      #expect(grid.release(at: place) == .none)
    }
    #expect(numbers.isEmpty && !grid.isSelecting)
    grid.press(at: other, time: 4)
    #expect(grid.release(at: other) == .open(PageID(number: 2)))
  }

  @Test mutating func aLongPressThatMovesDrags() {
    let point = grid.middle(ofIndex: 4)
    grid.press(at: point, time: 0)
    grid.advance(to: 0.6)
    let target = grid.middle(ofIndex: 1)
    grid.moved(to: target, time: 0.7)
    #expect(grid.release(at: target) == .move([PageID(number: 5)], to: 1))
    #expect(!grid.isSelecting && grid.selection.isEmpty)
  }

  @Test mutating func theSelectionIsDraggedTogether() throws {
    for index in [1, 4, 7] { click(index, .toggle) }
    let start = grid.middle(ofIndex: 4)
    grid.beginDrag(at: start)
    #expect(grid.draggedPages.map(\.number) == [2, 5, 8])
    let held = try #require(grid.visibleCells.last)
    #expect(held.draggedCount == 3 && held.index == 4 && held.bounds.middle == start)
    #expect(grid.cell(ofIndex: 1) == nil && grid.cell(ofIndex: 7) == nil)
    #expect(grid.shownOrder.prefix(6).map(\.number) == [1, 3, 4, 5, 6, 7], "the others close up")
    // Before the first page.
    let goal = ViewPoint(x: grid.middle(ofIndex: 0).x, y: grid.middle(ofIndex: 0).y)
    grid.moved(to: goal, time: 1)
    let ids = [2, 5, 8].map { PageID(number: $0) }
    #expect(grid.release(at: goal) == .move(ids, to: 0))
    #expect(grid.pages.prefix(8).map(\.number) == [2, 5, 8, 1, 3, 4, 6, 7])
    #expect(numbers == [2, 5, 8] && grid.focusedIndex == 2, "the focus stays on the page clicked last")
  }

  @Test mutating func aPageBesideTheSelectionIsDraggedAlone() {
    for index in [1, 4] { click(index, .toggle) }
    grid.beginDrag(at: grid.middle(ofIndex: 7))
    #expect(grid.draggedPages.map(\.number) == [8] && numbers == [8])
    grid.cancel()
    #expect(grid.pages == GridSample.pages(30) && grid.draggedPages.isEmpty)
  }

  @Test mutating func manyPagesLeaveTheHeldOneUnderThePointer() throws {
    grid = GridSample.grid(300)
    grid.selectAll()
    grid.select(299, .toggle)
    grid.scroll(toShow: 250)
    let point = grid.middle(ofIndex: 250)
    grid.beginDrag(at: point)
    let held = try #require(grid.visibleCells.last)
    #expect(held.draggedCount == 299 && held.bounds.middle == point)
    #expect((0...grid.maximumScrollOffset).contains(grid.scrollOffset))
    grid.cancel()
    #expect(grid.maximumScrollOffset > 1000 && grid.shownOrder == grid.pages)
    let cell = try #require(grid.cell(ofIndex: 250))
    #expect(cell.bounds.y >= 0 && cell.bounds.bottom <= 600, "it is still in view")
  }

  @Test mutating func droppedWhereTheyWereNothingIsMoved() {
    for index in [3, 4, 5] { click(index, .toggle) }
    let point = grid.middle(ofIndex: 4)
    grid.beginDrag(at: point)
    grid.moved(to: ViewPoint(x: point.x + 3, y: point.y), time: 0)
    #expect(grid.release(at: point) == .none && grid.pages == GridSample.pages(30))
  }

  @Test mutating func keysSelect() {
    grid.focusedIndex = 4
    grid.moveFocus(.right)
    #expect(numbers == [6])
    grid.moveFocus(.right, extends: true)
    grid.moveFocus(.down, extends: true)
    #expect(numbers == [6, 7, 8, 9, 10] && grid.focusedIndex == 9)
    grid.moveFocus(.up, extends: true)
    #expect(numbers == [6, 7])
    grid.toggleFocused()
    #expect(numbers == [6])
    grid.clearSelection()
    grid.focusedIndex = 2
    grid.moveFocus(.left, extends: true)
    #expect(numbers == [2, 3], "from the page that had the focus")
    grid.selectAll()
    #expect(numbers.count == 30)
  }

  @Test mutating func keysMoveTheSelection() {
    for index in [1, 4] { click(index, .toggle) }
    #expect(grid.moveFocused(.right) == .move([2, 5].map { PageID(number: $0) }, to: 2))
    #expect(grid.pages.prefix(5).map(\.number) == [1, 3, 2, 5, 4])
    #expect(grid.moveFocused(.last) == .move([2, 5].map { PageID(number: $0) }, to: 28))
    #expect(grid.moveFocused(.right) == .none)
    #expect(grid.moveFocused(.first) == .move([2, 5].map { PageID(number: $0) }, to: 0))
  }

  @Test mutating func theSelectionStaysWithItsPages() {
    for index in [1, 4, 6] { click(index, .toggle) }
    grid.setPages(grid.pages.reversed())
    #expect(numbers == [7, 5, 2])
    grid.setPages(grid.pages.filter { $0.number != 5 })
    #expect(numbers == [7, 2])
    grid.select([PageID(number: 3), PageID(number: 99), PageID(number: 4)])
    #expect(numbers == [4, 3] && grid.pages[grid.focusedIndex ?? 0].number == 4)
    grid.setPages([])
    #expect(grid.selection.isEmpty && !grid.isSelecting)
  }

  @Test mutating func pagesAreInsertedBehindTheSelection() {
    #expect(grid.insertionIndex == 30)
    grid.focusedIndex = 3
    #expect(grid.insertionIndex == 4)
    for index in [7, 9] { click(index, .toggle) }
    grid.focusedIndex = 0
    #expect(grid.insertionIndex == 10)
    #expect(GridSample.grid(0).insertionIndex == 0)
  }

  @Test mutating func roomIsMadeForFiles() throws {
    let before = grid.pages.indices.map { grid.cell(ofIndex: $0)?.bounds }
    grid.hover(at: grid.middle(ofIndex: 4), time: 0)
    #expect(grid.hoverIndex == 4 && grid.gapFrame == before[4])
    #expect(grid.cell(ofIndex: 4)?.bounds == before[5] && grid.cell(ofIndex: 3)?.bounds == before[3])
    #expect(grid.indexOfCell(at: try #require(before[4]).middle) == nil)
    grid.hover(at: try #require(before[1]).middle, time: 1)
    #expect(grid.hoverIndex == 1)
    grid.cancel()
    #expect(grid == GridSample.grid(30) && grid.gapFrame == nil)
    #expect(grid.drop(at: try #require(before[2]).middle, time: 2) == 2)
    #expect(grid == GridSample.grid(30))
    var empty = GridSample.grid(0)
    #expect(empty.drop(at: ViewPoint(x: 100, y: 100), time: 0) == 0)
  }

  @Test mutating func pagesThatComeBackAreMoved() {
    for (index, target) in [(0, 0), (2, 1), (3, 1), (4, 2), (30, 28)] {
      var grid = grid
      let outcome = grid.move([PageID(number: 2), PageID(number: 3)], before: index)
      #expect(outcome == (target == 1 ? .none : .move([PageID(number: 2), PageID(number: 3)], to: target)))
    }
    #expect(grid.move([], before: 3) == .none && grid.move([PageID(number: 99)], before: 3) == .none)
  }

  @Test mutating func nonsenseIsIgnored() {
    let before = grid
    grid.hover(at: ViewPoint(x: .nan, y: 0), time: 0)
    grid.select(-1)
    grid.select(30, .extend)
    grid.toggleFocused()
    #expect(grid == before)
  }
}
