import PostilModel
import Testing

@Suite struct CaretContentTests {
  /// Text 40 points long and 12 high that ends at 100, 50, turned around that point.
  private static func quad(_ turn: PageRotation) -> PageQuad {
    PageQuad(PageRect(x: 60, y: 50, width: 40, height: 12)).map { point in
      let (x, y) = (point.x - 100, point.y - 50)
      return switch turn {
      case .none: point
      case .clockwise90: PagePoint(x: 100 + y, y: 50 - x)
      case .clockwise180: PagePoint(x: 100 - x, y: 50 - y)
      case .clockwise270: PagePoint(x: 100 - y, y: 50 + x)
      }
    }
  }

  @Test(arguments: PageRotation.allCases) func theTipPointsUpInTheText(turn: PageRotation) throws {
    let content = CaretContent(after: Self.quad(turn))
    #expect(content.turn == turn && content.rect == PageRect(x: 97, y: 47, width: 6, height: 6))
    let caret = Annotation(AnnotationContent(content))
    guard case .curve(_, _, let tip)? = caret.appearance.items.first?.path.elements[1] else {
      Issue.record("no wedge")
      return
    }
    let expected: PagePoint =
      switch turn {
      case .none: PagePoint(x: 100, y: 53)
      case .clockwise90: PagePoint(x: 103, y: 50)
      case .clockwise180: PagePoint(x: 100, y: 47)
      case .clockwise270: PagePoint(x: 97, y: 50)
      }
    #expect(tip.distance(to: expected) < 1e-9)
    #expect(caret.bounds == content.rect)
    // Narrow as it is, it is hit anywhere in its rectangle.
    #expect(caret.isHit(at: PagePoint(x: 97.5, y: 52.5)) && !caret.isHit(at: PagePoint(x: 104, y: 50)))
  }

  @Test func aReplacementIsACaretAndTextThatIsStruckOutAsAPartOfIt() throws {
    let marks = Annotation.replacement(of: [Self.quad(.none)], with: "better", author: "Ada")
    try #require(marks.count == 2)
    #expect(marks[0].content.textMarkup?.type == .strikeOut && marks[1].content.caret != nil)
    #expect(marks[0].relation == .part(of: marks[1].id) && marks[1].relation == nil)
    #expect(marks[1].contents == "better" && marks[0].contents == nil)
    #expect(Annotation.replacement(of: [], with: "better").isEmpty)
  }

  @Test func aCaretWithoutExtentIsRefused() {
    #expect(throws: PDFError.self) { try Annotation(.caret(.zero)).validated() }
  }
}
