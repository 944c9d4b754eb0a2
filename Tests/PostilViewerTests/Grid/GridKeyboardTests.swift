import PostilViewer
import Testing

/// The grid by keyboard.
struct GridKeyboardTests {
  @Test(arguments: [
    (4, GridDirection.left, 3), (4, .right, 5), (4, .up, 1), (4, .down, 7), (0, .left, 0), (1, .up, 1),
    (10, .right, 10), (7, .down, 10), (8, .down, 10), (9, .down, 9), (5, .first, 0), (5, .last, 10),
  ])
  func arrowsGoByRowsAndColumns(start: Int, direction: GridDirection, end: Int) {
    // Rows of 3: the last has two pages.
    var grid = GridSample.grid(11)
    grid.focusedIndex = start
    grid.moveFocus(direction)
    #expect(grid.focusedIndex == end)
    #expect(grid.pages == GridSample.pages(11) && grid.selection == [grid.pages[end]])
    grid.clearSelection()
    grid.focusedIndex = start
    let outcome = grid.moveFocused(direction)
    let page = PageID(number: start + 1)
    #expect(outcome == (start == end ? .none : .move([page], to: end)))
    #expect(grid.focusedIndex == end && grid.pages[end] == page)
  }

  @Test func theFirstCellInSightGetsTheFocus() throws {
    var grid = GridSample.grid(300)
    grid.scroll(by: 2000)
    let first = try #require(grid.visibleCells.first?.index)
    grid.moveFocus(.down)
    #expect(grid.focusedIndex == first)
  }

  @Test func whatHasTheFocusIsShown() throws {
    var grid = GridSample.grid(300)
    grid.focusedIndex = 0
    for _ in 0..<40 {
      grid.moveFocus(.down)
      let bounds = try #require(grid.focusedIndex.flatMap(grid.cell(ofIndex:))).bounds
      #expect(bounds.y >= 0 && bounds.bottom <= 600)
    }
    _ = grid.moveFocused(.last)
    #expect(grid.visibleCells.last?.page == PageID(number: 121))
  }

  @Test func enterOpens() {
    var grid = GridSample.grid(3)
    #expect(grid.openFocused() == .none)
    #expect(grid.moveFocused(.right) == .none)
    grid.focusedIndex = 2
    #expect(grid.openFocused() == .open(PageID(number: 3)))
    grid.focusedIndex = 3
    #expect(grid.focusedIndex == nil)
  }

  @Test func keysDoNothingInADrag() {
    var grid = GridSample.grid(30)
    grid.focusedIndex = 1
    grid.beginDrag(at: grid.middle(ofIndex: 4))
    let before = grid
    grid.moveFocus(.right)
    #expect(grid.moveFocused(.right) == .none)
    #expect(grid.openFocused() == .none)
    #expect(grid == before)
  }

  @Test func theFocusGoesWithItsPage() {
    var grid = GridSample.grid(9, height: 900)
    grid.focusedIndex = 4
    let target = grid.middle(ofIndex: 8)
    grid.beginDrag(at: grid.middle(ofIndex: 0))
    _ = grid.release(at: target)
    #expect(grid.focusedIndex == 8, "the page that is dragged has it")
    grid.setPages(GridSample.pages(9).reversed())
    #expect(grid.focusedIndex == 8)
    grid.setPages(GridSample.pages(9))
    #expect(grid.focusedIndex == 0)
  }

  @Test func noPagesNoFocus() {
    var grid = GridSample.grid(0)
    for direction in GridDirection.allCases {
      grid.moveFocus(direction)
      #expect(grid.moveFocused(direction) == .none)
    }
    #expect(grid.focusedIndex == nil)
  }
}
