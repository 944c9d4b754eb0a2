import PostilModel
import PostilTestSupport
import PostilTools
import Testing

/// What all tools have in common, and what they say of themselves.
struct DrawingToolTests {
  @Test func toolsTakePointsWithoutRegardToPressure() {
    var (plain, pressed) = (FreehandTool(), FreehandTool())
    for (x, pressure) in [(0.0, 0.1), (10, 0.9), (20, 0.4)] {
      let sample = PenSample(PagePoint(x: x, y: 5), pressure: pressure, time: x)
      if plain.isDrawing { plain.move(to: sample.point) } else { plain.begin(at: sample.point) }
      if pressed.isDrawing { pressed.move(to: sample) } else { pressed.begin(at: sample) }
    }
    #expect(plain.points == pressed.points && plain.draw() == pressed.draw())
  }

  @Test func mostToolsNeedNothingOfThePage() {
    let tools: [any DrawingTool] = [
      LineTool(), RectangleTool(), EllipseTool(), FreehandTool(), PolygonTool(), NoteTool(),
    ]
    for tool in tools {
      #expect(
        tool.needs.isEmpty && !tool.commitsWhileDrawing && tool.headWidth == nil && tool.editName == nil)
    }
  }

  @Test func toolsThatFollowTextTakeIt() {
    let page = ToolPage(text: PageText(layout: "first"), annotations: [Annotation(.note(at: .zero))])
    var tools: [any DrawingTool] = [TextMarkupTool(), RedactionTool(), CaretTool()]
    for index in tools.indices {
      #expect(tools[index].needs == .text)
      tools[index].prepare(for: page)
    }
    #expect((tools[0] as? TextMarkupTool)?.text != nil && (tools[1] as? RedactionTool)?.text != nil)
    #expect((tools[2] as? CaretTool)?.text != nil)
  }

  @Test func uprightToolsTakeTheTurn() {
    var (stamp, text) = (StampTool(.name(.draft)), FreeTextTool())
    stamp.prepare(for: ToolPage(rotation: .clockwise90))
    text.prepare(for: ToolPage(rotation: .clockwise270))
    #expect(stamp.rotation == .clockwise90 && text.rotation == .clockwise270)
  }

  @Test func anEraserTakesTheAnnotationsBeforeItBegins() {
    let line = Annotation(
      .line(from: .zero, to: PagePoint(x: 100, y: 0)), style: AnnotationStyle(lineWidth: 2))
    var eraser = EraserTool(width: 10)
    #expect(eraser.needs == .annotations && eraser.commitsWhileDrawing)
    #expect(eraser.headWidth == 10 && eraser.editName == "Erase")
    eraser.prepare(for: ToolPage(annotations: [line]))
    eraser.begin(at: PenSample(PagePoint(x: 50, y: 20)))
    eraser.prepare(for: ToolPage())
    eraser.move(to: PenSample(PagePoint(x: 50, y: -20)))
    #expect(eraser.finish().count == 2, "what it was prepared for while it is on the page plays no part")
  }

  @Test func aLinkWithoutATargetAsksForIt() throws {
    var asking = LinkTool(to: nil)
    asking.begin(at: PagePoint(x: 10, y: 10))
    #expect(asking.entry == nil)
    asking.move(to: PagePoint(x: 60, y: 40))
    #expect(asking.entry?.content.link?.target == .uri("") && asking.finish().isEmpty && !asking.isDrawing)
    var known = LinkTool(to: .uri("https://example.org"))
    known.begin(at: PagePoint(x: 10, y: 10))
    known.move(to: PagePoint(x: 60, y: 40))
    #expect(known.entry == nil && known.finish().count == 1)
  }
}
