import Postil
import Testing

@testable import CustomTool

@Test func starsAreSaved() throws {
  let sample = try SampleFile()
  try drawStars(3, on: sample.input, savingTo: sample.output)
  #expect(
    try PDFDocument.openAndWait(sample.output).page(at: 0).annotations.map(\.subtype) == [
      "Ink", "Ink", "Ink",
    ])
}

@Test func aDragMakesAStar() {
  var tool = StarTool()
  #expect(tool.move(to: PagePoint(x: 1, y: 1)).isEmpty)
  tool.begin(at: PagePoint(x: 100, y: 100))
  let area = tool.move(to: PagePoint(x: 100, y: 150))
  #expect(area.contains(PagePoint(x: 52, y: 52)) && area.contains(PagePoint(x: 148, y: 148)))
  guard let star = tool.finish().first?.annotation, let strokes = star.content.ink?.strokes else {
    Issue.record("no star")
    return
  }
  #expect(strokes.first?.points.count == 11)
  #expect(!tool.isDrawing && tool.finish().isEmpty)
}

@Test func withoutADragThereIsNoStar() {
  var tool = StarTool()
  tool.begin(at: PagePoint(x: 100, y: 100))
  #expect(tool.finish().isEmpty)
}
