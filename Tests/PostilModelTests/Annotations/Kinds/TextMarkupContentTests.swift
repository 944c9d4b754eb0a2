import Foundation
import PostilModel
import Testing

@Suite struct TextMarkupContentTests {
  private static let lines = [
    PageRect(x: 10, y: 20, width: 80, height: 12), PageRect(x: 10, y: 10, width: 40, height: 14),
  ]
  /// A line of text 160 points long and 16 high, turned by quarter turns around 0,0.
  private static func quad(turns: Int) -> PageQuad {
    PageQuad(PageRect(x: 20, y: 40, width: 160, height: 16)).map { point in
      (0..<turns).reduce(into: point) { point, _ in point = PagePoint(x: -point.y, y: point.x) }
    }
  }

  @Test(arguments: TextMarkupType.allCases) func allLinesAreOneFill(type: TextMarkupType) {
    let content = AnnotationContent.textMarkup(type, Self.lines.map { PageQuad($0) })
    let picture = Annotation(content, style: AnnotationStyle(color: .yellow, opacity: 0.5)).appearance
    #expect(picture.items.count == 1 && picture.isSinglePaint)
    #expect(picture.blendMode == (type == .highlight ? .multiply : .normal) && picture.opacity == 0.5)
    #expect(picture.box == Annotation(content).bounds)
    #expect(content.subtype == ["Highlight", "Underline", "StrikeOut", "Squiggly"][index(of: type)])
  }

  private func index(of type: TextMarkupType) -> Int { TextMarkupType.allCases.firstIndex(of: type) ?? 0 }

  @Test func ofAHighlightTheBoxIsThatOfTheText() {
    #expect(
      Annotation(.highlight(Self.lines)).bounds == PageRect(x: 10, y: 10, width: 80, height: 22))
  }

  /// Heights are parts of 16 points, from the lower edge at 40: a line at 1/7 or 3/7, a sixteenth thick.
  @Test(
    arguments: [
      (TextMarkupType.underline, 40 + 16.0 / 7 - 0.5, 40 + 16.0 / 7 + 0.5),
      (.strikeOut, 40 + 48.0 / 7 - 0.5, 40 + 48.0 / 7 + 0.5),
      (.squiggly, 40, 40 + 16.0 / 7 + 0.5 * 2.0.squareRoot()),
    ], 0..<4)
  func linesStandWhereTheTextIsHoweverItIsTurned(
    mark: (type: TextMarkupType, low: Double, high: Double), turns: Int
  ) throws {
    let picture = Annotation(.textMarkup(mark.type, [Self.quad(turns: turns)])).appearance
    // Turned back.
    let box = try #require(picture.bounds)
    let corners = [PagePoint(x: box.minX, y: box.minY), PagePoint(x: box.maxX, y: box.maxY)].map { point in
      (turns..<4).reduce(into: point) { point, _ in point = PagePoint(x: -point.y, y: point.x) }
    }
    let upright = PageRect(corner: corners[0], corner: corners[1])
    #expect(abs(upright.minX - 20) < 1e-9 && abs(upright.maxX - 180) < 1e-9, "\(upright)")
    #expect(abs(upright.minY - mark.low) < 1e-9 && abs(upright.maxY - mark.high) < 1e-9, "\(upright)")
  }

  @Test func aWaveOfAnAbsurdLengthHasABound() {
    let thin = PageQuad(PageRect(x: -1e6, y: 0, width: 2e6, height: 0.0001))
    #expect(Annotation(.squiggly([thin])).appearance.items[0].path.elements.count < 5000)
  }

  @Test(arguments: TextMarkupType.allCases) func itIsHitWhereverTheTextIs(type: TextMarkupType) {
    let mark = Annotation(.textMarkup(type, Self.lines.map { PageQuad($0) }))
    // Where the lines overlap, too.
    #expect(mark.isHit(at: PagePoint(x: 20, y: 22)) && mark.isHit(at: PagePoint(x: 80, y: 31)))
    #expect(!mark.isHit(at: PagePoint(x: 80, y: 15)))
  }

  @Test func anEraserTakesItWhole() {
    let mark = Annotation(.highlight(Self.lines), style: .highlighter, id: "m")
    let along = [PagePoint(x: 85, y: 25)]
    #expect(Eraser.changes(to: [mark], along: along, width: 4) == [.remove("m")])
    #expect(Eraser.changes(to: [mark], along: [PagePoint(x: 80, y: 12)], width: 4).isEmpty)
  }

  @Test func quadsOfNoAreaAreLeftOut() throws {
    let flat = PageQuad(PageRect(x: 0, y: 0, width: 9, height: 0))
    let mark = try Annotation(.underline([flat, PageQuad(Self.lines[0])])).validated()
    #expect(mark.content.textMarkup?.quads.count == 1)
    #expect(throws: PDFError.self) { try Annotation(.underline([flat])).validated() }
    #expect(throws: PDFError.self) { try Annotation(.squiggly([])).validated() }
    let absurd = PageQuad(PageRect(x: 0, y: 0, width: .infinity, height: 9))
    #expect(throws: PDFError.self) { try Annotation(.highlight([absurd])).validated() }
  }

  @Test func theTypeAndTheBlendModeCanBeChanged() throws {
    var content = AnnotationContent.highlight(Self.lines)
    content.textMarkup?.blendMode = .screen
    #expect(Annotation(content).appearance.blendMode == .screen)
    let data = try JSONEncoder().encode(Annotation(content, id: "m"))
    #expect(try JSONDecoder().decode(Annotation.self, from: data).content == content)
    content.textMarkup?.type = .strikeOut
    #expect(content.kind == .strikeOut && content.subtype == "StrikeOut")
  }

  @Test func aBlendModeThatIsNoneIsRefusedInScripts() {
    let text = #"{"kind": "highlight", "quads": [[1, 2, 3, 4]], "blendMode": "Darker"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Annotation.self, from: Data(text.utf8))
    }
  }
}
