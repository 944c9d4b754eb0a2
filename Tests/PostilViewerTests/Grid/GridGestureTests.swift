import PostilViewer
import Testing

/// Taps, long presses, drags and what comes of them.
struct GridGestureTests {
  private var grid = GridSample.grid(100)
  private let page = PageID(number: 5)

  @Test mutating func aTapOpensThePage() {
    let point = grid.middle(ofIndex: 4)
    grid.press(at: point, time: 1)
    grid.moved(to: ViewPoint(x: point.x + 5, y: point.y - 5), time: 1.1)
    grid.advance(to: 1.4)
    #expect(grid.release(at: point) == .open(page))
    #expect(grid == GridSample.grid(100))
  }

  @Test mutating func aTapBetweenCellsDoesNothing() {
    grid.press(at: ViewPoint(x: 2, y: 2), time: 0)
    #expect(grid.longPressTime == nil)
    grid.advance(to: 9)
    #expect(!grid.isDragging)
    #expect(grid.release(at: ViewPoint(x: 2, y: 2)) == .none)
  }

  @Test mutating func aPressThatMovesSoonScrolls() {
    let point = grid.middle(ofIndex: 7)
    grid.press(at: point, time: 0)
    grid.moved(to: ViewPoint(x: point.x, y: point.y - 9), time: 0.1)
    #expect(grid.scrollOffset == 0)
    grid.moved(to: ViewPoint(x: point.x, y: point.y - 50), time: 0.2)
    #expect(grid.scrollOffset == 50)
    grid.moved(to: ViewPoint(x: point.x, y: point.y - 20), time: 3)
    grid.advance(to: 4)
    #expect(grid.scrollOffset == 20 && !grid.isDragging)
    #expect(grid.release(at: ViewPoint(x: point.x, y: point.y - 20)) == .none)
  }

  @Test(arguments: [false, true])
  mutating func aLongPressPicksThePageUp(withoutATimer: Bool) throws {
    let point = grid.middle(ofIndex: 4)
    grid.press(at: point, time: 10)
    #expect(grid.longPressTime == 10.5)
    grid.advance(to: 10.49)
    #expect(!grid.isDragging)
    if !withoutATimer { grid.advance(to: 10.5) }
    grid.moved(to: ViewPoint(x: point.x + 100, y: point.y + 30), time: 10.6)
    let dragged = try #require(grid.visibleCells.last)
    #expect(dragged.isDragged && dragged.page == page && dragged.index == 4)
    #expect(dragged.bounds.middle == ViewPoint(x: point.x + 100, y: point.y + 30))
  }

  @Test mutating func neighboursMakeRoom() throws {
    let before = grid.pages.indices.map { grid.cell(ofIndex: $0)?.bounds }
    grid.beginDrag(at: grid.middle(ofIndex: 1))
    let target = grid.middle(ofIndex: 5)
    grid.moved(to: target, time: 0)
    for (index, slot) in [(0, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 6)] {
      let cell = try #require(grid.cell(ofIndex: index))
      #expect(cell.slot == slot && cell.bounds == before[slot] && !cell.isDragged)
    }
    #expect(grid.cell(ofIndex: 1)?.slot == 5)
    #expect(grid.release(at: target) == .move([PageID(number: 2)], to: 5))
    #expect(grid.pages.prefix(7).map(\.number) == [1, 3, 4, 5, 6, 2, 7])
  }

  @Test mutating func aTremblingHandDoesNotMakeNeighboursTremble() throws {
    let (start, next) = (grid.middle(ofIndex: 3), grid.middle(ofIndex: 4))
    let border = (start.x + next.x) / 2
    grid.beginDrag(at: start)
    for offset in [1.0, -1, 2, -2] {
      grid.moved(to: ViewPoint(x: border + offset, y: start.y), time: 0)
      #expect(grid.cell(ofIndex: 3)?.slot == 3)
    }
    grid.moved(to: ViewPoint(x: border + 20, y: start.y), time: 0)
    grid.moved(to: ViewPoint(x: border - 2, y: start.y), time: 0)
    #expect(grid.cell(ofIndex: 3)?.slot == 4)
  }

  @Test mutating func droppedWhereItWasNothingIsEdited() {
    let point = grid.middle(ofIndex: 4)
    grid.beginDrag(at: point)
    grid.moved(to: grid.middle(ofIndex: 0), time: 1)
    grid.moved(to: point, time: 2)
    #expect(grid.release(at: point) == .none)
    #expect(grid.selection == [page])
    grid.clearSelection()
    grid.focusedIndex = nil
    #expect(grid == GridSample.grid(100))
  }

  @Test mutating func aCancelledDragLeavesNothing() {
    grid.beginDrag(at: grid.middle(ofIndex: 4))
    grid.moved(to: grid.middle(ofIndex: 0), time: 1)
    #expect(grid.shownOrder != grid.pages)
    grid.cancel()
    grid.clearSelection()
    grid.focusedIndex = nil
    #expect(grid == GridSample.grid(100))
    #expect(grid.release(at: grid.middle(ofIndex: 0)) == .none)
  }

  @Test mutating func otherPagesCancelADrag() {
    grid.beginDrag(at: grid.middle(ofIndex: 4))
    grid.setPages(grid.pages)
    #expect(grid.isDragging)
    grid.setPages(grid.pages.reversed())
    #expect(!grid.isDragging)
    #expect(grid.shownOrder == GridSample.pages(100).reversed())
  }

  @Test mutating func aDragGoesOnInAnotherSize() throws {
    grid.beginDrag(at: grid.middle(ofIndex: 4))
    grid.resize(to: ViewSize(width: 800, height: 700))
    #expect(grid.isDragging)
    let target = grid.middle(ofIndex: 1)
    grid.moved(to: target, time: 0)
    let dragged = try #require(grid.visibleCells.last)
    #expect(abs(dragged.bounds.middle.x - target.x) < 1e-9 && abs(dragged.bounds.middle.y - target.y) < 1e-9)
    #expect(grid.release(at: target) == .move([page], to: 1))
  }

  @Test mutating func theEmptyEndOfTheLastRowIsTheLastPlace() {
    grid = GridSample.grid(4, height: 900)
    let target = ViewPoint(x: grid.middle(ofIndex: 2).x, y: grid.middle(ofIndex: 3).y)
    grid.beginDrag(at: grid.middle(ofIndex: 0))
    #expect(grid.release(at: target) == .move([PageID(number: 1)], to: 3))
  }

  @Test mutating func placesThatAreNoneAreIgnored() {
    let nowhere = ViewPoint(x: .nan, y: 1)
    grid.press(at: nowhere, time: 0)
    grid.press(at: grid.middle(ofIndex: 0), time: .nan)
    #expect(grid == GridSample.grid(100))
    #expect(grid.release(at: nowhere) == .none)
    let isBegun = grid.beginDrag(at: nowhere)
    #expect(!isBegun)
    grid.beginDrag(at: grid.middle(ofIndex: 4))
    let before = grid
    grid.moved(to: nowhere, time: 1)
    grid.advance(to: .infinity)
    #expect(grid == before)
    #expect(grid.release(at: nowhere) == .none)
  }
}
