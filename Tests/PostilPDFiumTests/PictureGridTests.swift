import PostilRenderProtocol
import PostilRenderServer
import Testing

@testable import PostilPDFium

/// The pieces in which pages are drawn.
@Suite struct PictureGridTests {
  private func grid(_ width: Double, _ height: Double, _ turn: QuarterTurn = .none) -> PictureGrid {
    PictureGrid(ViewTurn(turn: turn, width: width, height: height))
  }

  @Test func aPageOfPaperIsOnePiece() {
    let grid = grid(1190.6, 1683.8)
    let whole = PixelRect(x: 0, y: 0, width: 1191, height: 1684)
    #expect(grid.cells(touching: PixelRect(x: 512, y: 512, width: 512, height: 512)) == [whole])
    #expect(grid.cells(touching: whole.expanded(by: 10)) == [whole])
    #expect(self.grid(1190.6, 1683.8, .clockwise90).cells(touching: whole).map(\.width) == [1684])
  }

  /// Whatever is asked for, pieces are the same, none overlaps another, and together they hold what the page has of it.
  @Test(arguments: [(4_000.0, 30_000.0), (32_767, 8_000), (32_768, 8_000), (900_000, 700_000.5), (1, 30_000)])
  func piecesAreAlwaysTheSame(width: Double, height: Double) {
    let grid = grid(width, height)
    let (right, bottom) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    var seen: Set<PixelRect> = []
    for (x, y) in [(0, 0), (700, 900), (right - 300, bottom - 200), (right / 2, bottom / 2)] {
      let rect = PixelRect(x: max(x, 0), y: max(y, 0), width: 512, height: 512)
      let cells = grid.cells(touching: rect)
      let covered = cells.reduce(0) { sum, cell in
        let wide = min(cell.maxX, rect.maxX) - max(cell.x, rect.x)
        let high = min(cell.maxY, rect.maxY) - max(cell.y, rect.y)
        #expect(wide > 0 && high > 0 && cell.maxX <= right && cell.maxY <= bottom)
        #expect(cell.width * cell.height <= 4_000_000)
        return sum + wide * high
      }
      let (wide, high) = (min(rect.maxX, right) - rect.x, min(rect.maxY, bottom) - rect.y)
      #expect(covered == max(wide, 0) * max(high, 0))
      seen.formUnion(cells)
    }
    for a in seen {
      for b in seen where a != b { #expect(a.maxX <= b.x || b.maxX <= a.x || a.maxY <= b.y || b.maxY <= a.y) }
    }
  }

  @Test func besideThePageThereIsNone() {
    let grid = grid(100, 100)
    #expect(grid.cells(touching: PixelRect(x: 100, y: 0, width: 10, height: 10)).isEmpty)
    #expect(grid.cells(touching: PixelRect(x: -20, y: 0, width: 20, height: 10)).isEmpty)
    #expect(grid.cells(touching: PixelRect(x: 3, y: 3, width: 0, height: 0)).isEmpty)
  }
}
