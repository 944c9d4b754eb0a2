import PostilTestSupport
import PostilViewer
import Testing

/// Scrolling, and what stays in sight.
struct GridScrollingTests {
  @Test func endsWhereTheContentEnds() {
    var grid = GridSample.grid(100)
    #expect(grid.scroll(by: -5) == 0)
    #expect(grid.scroll(by: 30) == 30)
    #expect(grid.scroll(by: 1e12) == grid.maximumScrollOffset - 30)
    #expect(grid.visibleCells.last?.index == 99)
    #expect(grid.scrollOffset == grid.contentHeight - 600)
  }

  @Test func whatFitsIsNotScrolled() {
    var grid = GridSample.grid(2)
    #expect(grid.maximumScrollOffset == 0)
    #expect(grid.scroll(by: 10) == 0)
  }

  @Test func showsACellWithAsLittleAsItTakes() throws {
    var grid = GridSample.grid(300)
    grid.scroll(toShow: 1)
    #expect(grid.scrollOffset == 0)
    grid.scroll(toShow: 100)
    let below = try #require(grid.cell(ofIndex: 100)).bounds
    #expect(abs(below.bottom + GridMetrics().margin - 600) < 1e-9)
    grid.scroll(toShow: 50)
    let above = try #require(grid.cell(ofIndex: 50)).bounds
    #expect(abs(above.y - GridMetrics().margin) < 1e-9)
    let before = grid
    grid.scroll(toShow: 50)
    #expect(grid == before)
    grid.scroll(toShow: 10_000)
    #expect(abs(grid.scrollOffset - grid.maximumScrollOffset) < 1e-6)
    grid.scroll(toShow: -10)
    #expect(grid.scrollOffset == 0)
  }

  @Test func aCellTooHighForTheViewIsShownFromItsUpperEdge() throws {
    var grid = GridSample.grid(30, height: 100)
    grid.resize(to: ViewSize(width: 900, height: 950))
    grid.resize(to: ViewSize(width: 900, height: 100))
    grid.scroll(toShow: 20)
    #expect(abs(try #require(grid.cell(ofIndex: 20)).bounds.y - GridMetrics().margin) < 1e-9)
  }

  @Test func theFirstCellInSightStaysThereInAnotherSize() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var grid = GridSample.grid(200)
      grid.scroll(by: Double.random(in: 0...grid.maximumScrollOffset, using: &generator))
      let first = try #require(grid.visibleCells.first?.page)
      grid.resize(to: .random(using: &generator))
      #expect(grid.visibleCells.contains { $0.page == first })
      #expect((0...grid.maximumScrollOffset).contains(grid.scrollOffset))
    }
  }

  @Test func theFirstCellIsCutOffAsMuchAsBefore() throws {
    var grid = GridSample.grid(200)
    grid.scroll(by: 3000)
    let before = try #require(grid.visibleCells.first)
    grid.resize(to: ViewSize(width: 700, height: 900))
    let after = try #require(grid.cell(ofIndex: before.index)).bounds
    #expect(before.bounds.y < -10)
    #expect(abs(after.y / after.height - before.bounds.y / before.bounds.height) < 1e-9)
  }

  @Test func theFocusedCellStaysInSightIfItWas() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      var grid = GridSample.grid(200)
      grid.scroll(by: Double.random(in: 0...grid.maximumScrollOffset, using: &generator))
      let focused = try #require(grid.visibleCells.randomElement(using: &generator))
      grid.focusedIndex = focused.index
      grid.resize(to: .random(using: &generator))
      #expect(grid.visibleCells.contains { $0.page == focused.page })
    }
  }

  @Test func aFocusOutOfSightIsNotScrolledTo() throws {
    var grid = GridSample.grid(200)
    grid.focusedIndex = 199
    grid.resize(to: ViewSize(width: 700, height: 500))
    #expect(grid.scrollOffset == 0)
  }

  @Test func aGridThatGotItsSizeLaterShowsWhatItWasToldTo() throws {
    var grid = PageGrid(pages: GridSample.pages(200))
    grid.scroll(toShow: 120)
    grid.resize(to: ViewSize(width: 400, height: 600))
    #expect(grid.visibleCells.contains { $0.index == 120 })
  }

  @Test func fewerPagesAreScrolledLess() {
    var grid = GridSample.grid(200)
    grid.scroll(by: 1e9)
    grid.focusedIndex = 3
    grid.setPages(Array(GridSample.pages(200).dropFirst(2).prefix(30)))
    #expect(grid.scrollOffset == grid.maximumScrollOffset)
    #expect(grid.focusedIndex == 1)
    grid.setPages([])
    #expect(grid.scrollOffset == 0 && grid.focusedIndex == nil && grid.visibleCells.isEmpty)
  }
}

extension ViewSize {
  fileprivate static func random(using generator: inout SeededGenerator) -> ViewSize {
    ViewSize(
      width: .random(in: 100...1500, using: &generator), height: .random(in: 100...1500, using: &generator))
  }
}
