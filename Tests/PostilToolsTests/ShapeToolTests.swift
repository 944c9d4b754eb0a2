import PostilModel
import PostilTools
import Testing

@Suite struct ShapeToolTests {
  private static let style = AnnotationStyle(color: .red, fill: .blue, lineWidth: 2, opacity: 0.5)
  private static let tools: [any DrawingTool] = [
    LineTool(style: style), RectangleTool(style: style), EllipseTool(style: style),
  ]
  private let a = PagePoint(x: 100, y: 100)
  private let b = PagePoint(x: 150, y: 80)

  private func shape(of changes: [AnnotationChange]) -> AnnotationContent? {
    guard changes.count == 1, case .add(let annotation, nil) = changes[0].kind else { return nil }
    return annotation.style == Self.style ? annotation.content : nil
  }

  @Test(arguments: 0..<3) func aDragMakesTheShape(index: Int) {
    let tool = Hand(Self.tools[index])
    #expect(tool.begin(at: a).isEmpty && tool.isDrawing)
    tool.move(to: PagePoint(x: 300, y: 300))
    tool.move(to: b)
    let rect = PageRect(corner: a, corner: b)
    let expected: [AnnotationContent] = [.line(from: a, to: b), .rectangle(rect), .ellipse(rect)]
    let picture = tool.draw()
    #expect(picture == Annotation(expected[index], style: Self.style).appearance)
    #expect(shape(of: tool.finish()) == expected[index])
    #expect(!tool.isDrawing && tool.finish().isEmpty && tool.draw().items.isEmpty)
  }

  @Test(arguments: 0..<3) func theRedrawnRectangleHoldsOldAndNew(index: Int) {
    let tool = Hand(Self.tools[index])
    tool.begin(at: a)
    let first = tool.move(to: PagePoint(x: 300, y: 300))
    #expect(first == PageRect(corner: a, corner: PagePoint(x: 300, y: 300)).insetBy(-1))
    let both = tool.move(to: b)
    #expect(both == first.union(PageRect(corner: a, corner: b).insetBy(-1)))
    #expect(tool.cancel() == PageRect(corner: a, corner: b).insetBy(-1))
    #expect(!tool.isDrawing && tool.draw().items.isEmpty)
  }

  @Test(arguments: 0..<3) func aTapDrawsNothing(index: Int) {
    let tool = Hand(Self.tools[index])
    tool.begin(at: a)
    #expect(tool.finish().isEmpty)
    tool.begin(at: a)
    tool.move(to: a)
    #expect(tool.finish().isEmpty)
  }

  @Test(arguments: 0..<3) func unusablePointsAreIgnored(index: Int) {
    let tool = Hand(Self.tools[index])
    for bad in [PagePoint(x: .nan, y: 1), PagePoint(x: 1, y: .infinity), PagePoint(x: 1e9, y: 1)] {
      tool.begin(at: bad)
      #expect(!tool.isDrawing)
      #expect(tool.move(to: a).isEmpty && tool.finish().isEmpty)
      tool.begin(at: a)
      tool.move(to: b)
      let picture = tool.draw()
      #expect(tool.move(to: bad).isEmpty && tool.draw() == picture)
    }
  }

  @Test(arguments: 0..<3) func beginningAnewGivesUpTheOld(index: Int) {
    let tool = Hand(Self.tools[index])
    tool.begin(at: a)
    tool.move(to: b)
    #expect(tool.begin(at: .zero) == PageRect(corner: a, corner: b).insetBy(-1))
    #expect(tool.finish().isEmpty)
  }

  @Test(arguments: 0..<3) func whatCannotBeSeenIsNotCommitted(index: Int) {
    let tool = Hand(Self.tools[index])
    tool.style = AnnotationStyle(lineWidth: 0)
    tool.begin(at: a)
    tool.move(to: b)
    #expect(tool.finish().isEmpty)
  }

  @Test func constraintsKeepSquaresAndEighthTurns() {
    var square = RectangleTool(style: Self.style)
    square.isConstrained = true
    let rectangle = Hand(square)
    rectangle.begin(at: a)
    rectangle.move(to: b)
    #expect(shape(of: rectangle.finish()) == .rectangle(PageRect(x: 100, y: 50, width: 50, height: 50)))
    var straight = LineTool(style: Self.style)
    straight.isConstrained = true
    let line = Hand(straight)
    for (end, expected) in [
      (PagePoint(x: 150, y: 110), PagePoint(x: 150, y: 100)),
      (PagePoint(x: 90, y: 30), PagePoint(x: 100, y: 30)),
      (PagePoint(x: 160, y: 60), PagePoint(x: 150, y: 50)),
    ] {
      line.begin(at: a)
      line.move(to: end)
      #expect(shape(of: line.finish()) == .line(from: a, to: expected))
    }
  }

  @Test func linesKeepTheirEndings() {
    let line = Hand(LineTool(style: Self.style, start: .circle, end: .openArrow))
    line.begin(at: a)
    line.move(to: b)
    #expect(shape(of: line.finish()) == .line(from: a, to: b, start: .circle, end: .openArrow))
  }

  /// A tool as a program of its own would write it.
  private struct ArrowTool: ShapeTool {
    var style = AnnotationStyle(color: .blue, lineWidth: 3)
    var drag = Drag()

    func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
      .line(from: start, to: end, end: .openArrow)
    }
  }

  @Test func aToolOfOnesOwnSaysOnlyItsShape() {
    var tool = ArrowTool()
    #expect(tool.finish().isEmpty)
    tool.begin(at: PagePoint(x: 10, y: 10))
    #expect(tool.isDrawing && tool.draw().items.isEmpty)
    let area = tool.move(to: PagePoint(x: 90, y: 60))
    guard case .add(let annotation, at: nil)? = tool.finish().first?.kind else {
      Issue.record("nothing was drawn")
      return
    }
    let end = PagePoint(x: 90, y: 60)
    #expect(area == annotation.bounds)
    #expect(annotation.content == .line(from: PagePoint(x: 10, y: 10), to: end, end: .openArrow))
    #expect(!tool.isDrawing)
  }
}
