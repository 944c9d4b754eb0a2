import PostilViewer
import Testing

/// A page that is held over an edge scrolls the grid.
struct GridAutoScrollTests {
  /// A grid in the middle of its pages, of which one is dragged.
  private func dragging(hold: Double = 0.5) throws -> PageGrid {
    var grid = GridSample.grid(600)
    grid.scroll(by: 10_000)
    let cell = try #require(
      grid.visibleCells.first { $0.bounds.y > 100 && $0.bounds.bottom < 500 })
    grid.beginDrag(
      at: ViewPoint(x: cell.bounds.middle.x, y: cell.bounds.y + cell.bounds.height * hold))
    return grid
  }

  @Test(arguments: [0.02, 0.5, 0.98])
  func theSpeedGrowsWithTheOverlap(hold: Double) throws {
    var grid = try dragging(hold: hold)
    var speeds: [Double] = []
    for y in stride(from: -200.0, through: 800, by: 1) {
      grid.moved(to: ViewPoint(x: 200, y: y), time: 0)
      speeds.append(grid.autoScrollSpeed)
    }
    for (slower, faster) in zip(speeds, speeds.dropFirst()) { #expect(slower <= faster) }
    let limit = GridMetrics().maximumScrollSpeed
    #expect(speeds.first == -limit && speeds.last == limit)
    #expect(speeds.contains(0))
    // It does not leap: not with any unit that the page is moved.
    for (slower, faster) in zip(speeds, speeds.dropFirst()) { #expect(faster - slower <= limit / 100) }
    #expect(Set(speeds).count > 100)
  }

  @Test func aFingerThatCannotLeaveTheScreenScrollsToo() throws {
    var grid = try dragging(hold: 0.02)
    grid.moved(to: ViewPoint(x: 200, y: 2), time: 0)
    #expect(grid.autoScrollSpeed < -300)
    grid = try dragging(hold: 0.98)
    grid.moved(to: ViewPoint(x: 200, y: 598), time: 0)
    #expect(grid.autoScrollSpeed > 300)
  }

  @Test func pickingUpAPageAtTheEdgeScrollsNothing() throws {
    var grid = GridSample.grid(600)
    grid.scroll(by: 10_000)
    let cut = try #require(grid.visibleCells.first)
    #expect(cut.bounds.y < 0)
    let point = ViewPoint(x: cut.bounds.middle.x, y: max(cut.bounds.bottom - 10, 1))
    grid.beginDrag(at: point)
    #expect(!grid.isAutoScrolling)
    grid.moved(to: ViewPoint(x: point.x, y: point.y - 20), time: 0)
    #expect(grid.autoScrollSpeed < 0)
  }

  @Test func timeScrollsAndFindsTheSlotAnew() throws {
    var grid = try dragging()
    let before = grid.scrollOffset
    let slot = try #require(grid.visibleCells.last?.slot)
    grid.moved(to: ViewPoint(x: 200, y: 640), time: 1)
    let speed = grid.autoScrollSpeed
    #expect(speed > 0 && grid.isAutoScrolling)
    grid.advance(to: 1)
    grid.advance(to: 1.05)
    #expect(abs(grid.scrollOffset - before - speed * 0.05) < 1e-6)
    let dragged = try #require(grid.visibleCells.last)
    #expect(dragged.bounds.middle.y == 640 && dragged.isDragged)
    for frame in 1...40 { grid.advance(to: 1.05 + Double(frame) * 0.05) }
    let now = try #require(grid.visibleCells.last)
    #expect(now.slot > slot + 6)
    let middle = try #require(grid.cell(ofIndex: now.slot + 1)).bounds.middle
    #expect(abs(middle.y - 640) < now.bounds.height)
  }

  @Test func aLongPauseDoesNotLeap() throws {
    var grid = try dragging()
    let before = grid.scrollOffset
    grid.moved(to: ViewPoint(x: 200, y: 900), time: 1)
    grid.advance(to: 1)
    grid.advance(to: 500)
    #expect(grid.scrollOffset - before <= GridMetrics().maximumScrollSpeed * 0.1 + 1e-6)
    let after = grid.scrollOffset
    grid.advance(to: 3)
    #expect(grid.scrollOffset == after)
  }

  @Test func timeInWhichNothingScrolledIsNotMadeUpFor() throws {
    var grid = GridSample.grid(600)
    grid.scroll(by: 10_000)
    let cell = try #require(grid.visibleCells.first { $0.bounds.y > 100 })
    grid.press(at: cell.bounds.middle, time: 0)
    grid.advance(to: 0.5)
    let before = grid.scrollOffset
    grid.moved(to: ViewPoint(x: 200, y: 900), time: 5)
    grid.advance(to: 5.01)
    #expect(abs(grid.scrollOffset - before - GridMetrics().maximumScrollSpeed * 0.01) < 1e-6)
  }

  @Test func endsWhereTheContentEnds() throws {
    var grid = GridSample.grid(30)
    grid.beginDrag(at: grid.middle(ofIndex: 0))
    grid.moved(to: ViewPoint(x: 200, y: 1000), time: 0)
    for frame in 0...1000 where grid.isAutoScrolling { grid.advance(to: Double(frame) * 0.05) }
    #expect(grid.scrollOffset == grid.maximumScrollOffset)
    #expect(grid.autoScrollSpeed == 0)
    let point = ViewPoint(x: 390, y: 1000)
    #expect(grid.release(at: point) == .move([PageID(number: 1)], to: 29))
  }
}
