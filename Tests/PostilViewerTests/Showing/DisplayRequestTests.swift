import PostilTestSupport
import Testing

@testable import PostilViewer

/// The tiles that a board waits for are those that the renderer sends.
@Suite struct DisplayRequestTests {
  @Test func theyAreTheRenderersTiles() throws {
    var source = PageDocument(pageCount: 1)
    source.pages[0].mediaBox = [0, 0, 500, 700]
    let document = try PDFDocument(data: source.data)
    let renderer = PageRenderer(document)
    let page = document.pageIDs[0]
    var random = SeededGenerator(seed: 7)
    let scales: [Double] = [1, 1.024, 1.25, 2.048, 3]
    let noise: [Double] = [0, 1e-9, -1e-9, 1e-7, -1e-7, 0.3]
    for _ in 0..<500 {
      let scale = scales.randomElement(using: &random) ?? 1
      func length(_ range: ClosedRange<Int>) -> Double {
        let whole = Double(Int.random(in: range, using: &random)) * 64
        return max(whole + (noise.randomElement(using: &random) ?? 0), 0)
      }
      let (x, y) = (length(0...4), length(0...4))
      let area = Viewport.Area(
        page: page,
        rect: ViewRect(x: x, y: y, width: min(length(1...8), 500 * scale - x), height: length(1...6)))
      let request = DisplayRequest(Viewport(areas: [area], scale: scale, tileSize: 256))
      let expected = Set(try renderer.tiles(of: page, scale: scale, size: 256, in: area.rect))
      #expect(request.tiles(of: area) == expected, "\(area) at \(scale)")
    }
  }
}
