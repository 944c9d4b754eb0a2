import PostilViewer
import Testing

/// Where the cells of a grid are.
struct PageGridTests {
  @Test(arguments: [(400.0, 600.0, 3), (500, 500, 3), (600, 400, 4), (0, 0, 3)])
  func hasAsManyColumnsAsTheShapeOfTheViewAllows(width: Double, height: Double, columns: Int) {
    #expect(GridSample.grid(9, width: width, height: height).columnCount == columns)
  }

  @Test func cellsStandInRowsWithoutTouching() throws {
    let grid = GridSample.grid(7, height: 2000)
    let cells = grid.visibleCells
    #expect(cells.map(\.index) == Array(0..<7))
    #expect(cells.map(\.slot) == Array(0..<7))
    let metrics = GridMetrics()
    #expect(abs(cells[2].bounds.right - (400 - metrics.margin)) < 1e-9)
    #expect(abs(cells[1].bounds.x - cells[0].bounds.right - metrics.spacing) < 1e-9)
    #expect(abs(cells[3].bounds.y - cells[0].bounds.bottom - metrics.spacing) < 1e-9)
    #expect(cells[3].bounds.x == cells[0].bounds.x)
    #expect(abs(grid.contentHeight - cells[6].bounds.bottom - metrics.margin) < 1e-9)
  }

  @Test func picturesAreFittedIntoTheirCellsAboveTheirNumbers() {
    var grid = GridSample.grid(3)
    grid.setSizes([
      PageID(number: 1): ViewSize(width: 100, height: 400),
      PageID(number: 2): ViewSize(width: 400, height: 100),
      PageID(number: 3): ViewSize(width: 1e9, height: 1),
    ])
    for cell in grid.visibleCells {
      #expect(cell.frame.x >= cell.bounds.x && cell.frame.right <= cell.bounds.right + 1e-9)
      #expect(cell.frame.y >= cell.bounds.y && cell.frame.bottom <= cell.labelFrame.y + 1e-9)
      #expect(cell.frame.height >= 1 && cell.frame.width >= 1)
      #expect(cell.labelFrame.height == GridMetrics().labelHeight)
      #expect(abs(cell.labelFrame.bottom - cell.bounds.bottom) < 1e-9)
    }
    let cells = grid.visibleCells
    #expect(abs(cells[0].frame.height / cells[0].frame.width - 4) < 1e-9)
    #expect(abs(cells[1].frame.width / cells[1].frame.height - 4) < 1e-9)
    #expect(abs(cells[0].frame.middle.x - cells[0].bounds.middle.x) < 1e-9)
  }

  @Test func unknownShapesAreGuessed() throws {
    var grid = GridSample.grid(3)
    let first = grid.visibleCells[0].frame
    #expect(abs(first.height / first.width - 297 / 210) < 1e-9)
    grid.setSizes([PageID(number: 2): ViewSize(width: 200, height: 100)])
    for cell in grid.visibleCells { #expect(abs(cell.frame.width / cell.frame.height - 2) < 1e-9) }
    grid.setSizes([PageID(number: 1): ViewSize(width: 100, height: 100)])
    #expect(abs(grid.visibleCells[0].frame.width - grid.visibleCells[0].frame.height) < 1e-9)
    #expect(abs(grid.visibleCells[2].frame.width / grid.visibleCells[2].frame.height - 2) < 1e-9)
  }

  @Test func sizesThatAreNoneAreIgnored() {
    var grid = GridSample.grid(2)
    let before = grid
    grid.setSizes([
      PageID(number: 1): ViewSize(width: .nan, height: 3),
      PageID(number: 2): ViewSize(width: -1, height: 3),
    ])
    #expect(grid == before)
  }

  @Test func onlyCellsInSightAreMade() throws {
    var grid = GridSample.grid(6680)
    for offset in [0.0, 1, 12_345.6, 1e9] {
      grid.scroll(by: offset)
      let cells = grid.visibleCells
      #expect(cells.count <= 15 && cells.count >= 6)
      for cell in cells { #expect(cell.bounds.y < 600 && cell.bounds.bottom > 0) }
      let first = try #require(cells.first?.index)
      let last = try #require(cells.last?.index)
      #expect(cells.map(\.index) == Array(first...last))
      if first > 0 { #expect(try #require(grid.cell(ofIndex: first - 1)).bounds.bottom <= 0) }
      if last < 6679 { #expect(try #require(grid.cell(ofIndex: last + 1)).bounds.y >= 600) }
    }
    #expect(grid.visibleCells.last?.index == 6679)
  }

  @Test func cellsNearTheViewCanBeAskedFor() {
    let grid = GridSample.grid(100)
    let row = grid.columnCount
    let step = grid.visibleCells[row].bounds.y - grid.visibleCells[0].bounds.y
    #expect(grid.cells(within: step).count == grid.visibleCells.count + row)
    #expect(grid.cells(within: .nan) == grid.visibleCells)
    #expect(grid.cells(within: .infinity) == grid.visibleCells)
  }

  @Test func pointsLeadToCells() {
    var grid = GridSample.grid(50)
    grid.scroll(by: 333)
    for cell in grid.visibleCells {
      #expect(grid.indexOfCell(at: cell.bounds.middle) == cell.index)
      #expect(grid.indexOfCell(at: ViewPoint(x: cell.bounds.right + 1, y: cell.bounds.middle.y)) == nil)
    }
    for nowhere in [ViewPoint(x: 1, y: 100), ViewPoint(x: .nan, y: 1), ViewPoint(x: 1e300, y: -1e300)] {
      #expect(grid.indexOfCell(at: nowhere) == nil)
    }
    #expect(GridSample.grid(0).indexOfCell(at: ViewPoint(x: 1, y: 1)) == nil)
  }

  @Test func nonsenseIsNoMatter() {
    var metrics = GridMetrics()
    metrics.uprightColumns = 0
    metrics.wideColumns = -3
    (metrics.margin, metrics.spacing, metrics.labelHeight) = (.nan, -5, .infinity)
    metrics.boxRatio = .nan
    for size in [
      ViewSize(width: .nan, height: .infinity), ViewSize(width: -1, height: 5),
      ViewSize(width: 1, height: 1e300),
      ViewSize(width: 9, height: 3),
    ] {
      var grid = PageGrid(pages: GridSample.pages(10), viewSize: size, metrics: metrics)
      #expect(grid.columnCount == 1)
      grid.scroll(by: .nan)
      grid.scroll(by: 1e300)
      #expect((0...grid.maximumScrollOffset).contains(grid.scrollOffset))
      #expect(grid.visibleCells.count <= 10)
    }
  }
}
