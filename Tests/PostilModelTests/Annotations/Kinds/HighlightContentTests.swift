import PostilModel
import Testing

@Suite struct HighlightContentTests {
  private static let lines = [
    PageRect(x: 10, y: 20, width: 80, height: 12), PageRect(x: 10, y: 10, width: 40, height: 14),
  ]

  @Test func allLinesAreOneFillThatMultiplies() {
    let picture = Annotation(.highlight(Self.lines), style: StrokeStyle(color: .yellow, opacity: 0.5))
      .appearance
    #expect(picture.items.count == 1 && picture.isSinglePaint)
    #expect(picture.blendMode == .multiply && picture.opacity == 0.5)
    #expect(picture.box == PageRect(x: 10, y: 10, width: 80, height: 22))
  }

  @Test func whereLinesOverlapItIsHit() {
    let mark = Annotation(.highlight(Self.lines), style: .highlighter)
    #expect(mark.isHit(at: PagePoint(x: 20, y: 22)))
    #expect(!mark.isHit(at: PagePoint(x: 80, y: 15)))
  }

  @Test func anEraserTakesItWhole() {
    let mark = Annotation(.highlight(Self.lines), style: .highlighter, id: "m")
    let along = [PagePoint(x: 85, y: 25)]
    #expect(EraserTool.changes(erasing: [mark], along: along, width: 4) == [.remove("m")])
    #expect(EraserTool.changes(erasing: [mark], along: [PagePoint(x: 80, y: 12)], width: 4).isEmpty)
  }

  @Test func quadsOfNoAreaAreLeftOut() throws {
    let flat = PageQuad(PageRect(x: 0, y: 0, width: 9, height: 0))
    let mark = try Annotation(.highlight([flat, PageQuad(Self.lines[0])])).validated()
    #expect(mark.content.highlight?.quads.count == 1)
    #expect(throws: PDFError.self) { try Annotation(.highlight([flat])).validated() }
  }
}
