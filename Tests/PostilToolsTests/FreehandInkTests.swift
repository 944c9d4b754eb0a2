import PostilModel
import PostilTestSupport
import PostilTools
import Testing

/// What freehand does besides drawing through points: steadied, foreseen, straight, held still, and kept with fewer points.
@Suite struct FreehandInkTests {
  private let style = AnnotationStyle(color: .blue, lineWidth: 2)

  private func draw(_ tool: inout FreehandTool, _ samples: [PenSample]) {
    if let first = samples.first { tool.begin(at: first) }
    for sample in samples.dropFirst() { tool.move(to: sample) }
  }

  private func line(_ count: Int) -> [PenSample] {
    (0..<count).map { PenSample(PagePoint(x: Double($0) * 3, y: 50), time: Double($0) * 0.008) }
  }

  @Test func whatIsForeseenIsPaintedAndNeverKept() throws {
    var tool = FreehandTool(style: style)
    draw(&tool, line(20))
    let plain = tool.drawTail(from: 10).bounds
    let ahead = try #require(tool.drawTail(from: 10, ahead: 0.016).bounds)
    #expect(ahead.maxX > (plain?.maxX ?? 0) + 3)
    #expect(tool.drawTail(from: 10, to: 15, ahead: 0.016) == tool.drawTail(from: 10, to: 15))
    #expect(tool.finish().first?.annotation?.content == .ink([InkStroke(points: line(20).map(\.point))]))
    #expect(tool.way(ahead: 0.016).isEmpty)
  }

  @Test(arguments: 0..<10) func thePartAheadJoinsWhatWasPainted(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let stroke = random.penStroke()
    var tool = FreehandTool(style: style)
    draw(&tool, stroke.reports.map { PenSample($0.point, time: $0.time) })
    let reached = tool.points.count - 3
    let tail = tool.drawTail(from: reached, ahead: 0.012)
    let start = tool.points[reached - 1].interpolated(to: tool.points[reached], at: 0.5)
    #expect(tail.items.isEmpty || tail.bounds?.contains(start) == true)
  }

  @Test func aSteadyStrokeEndsWhereThePenWasLifted() {
    var tool = FreehandTool(style: style)
    tool.steadiness = 0.8
    draw(&tool, line(30))
    #expect((tool.points.last?.x ?? 99) < 87 - 5)
    tool.lift()
    let shown = tool.draw()
    let kept = tool.finish().first?.annotation
    #expect(kept?.content.ink?.strokes.first?.points.last == PagePoint(x: 87, y: 50))
    #expect(kept?.appearance == shown)
  }

  @Test func withShiftItIsALine() {
    var tool = FreehandTool(style: style)
    draw(&tool, line(10))
    tool.isConstrained = true
    tool.move(to: PagePoint(x: 2, y: 90))
    #expect(tool.points == [PagePoint(x: 0, y: 50), PagePoint(x: 0, y: 90)])
  }

  @Test func aStrokeThatIsHeldBecomesAShapeAndUndoGivesTheInkBack() throws {
    var random = SeededGenerator(trial: 5)
    let drawn = random.drawnShape(.ellipse).points
    var tool = FreehandTool(style: style)
    draw(&tool, drawn.map { PenSample($0) })
    #expect(tool.hold() == nil, "without a recognizer nothing comes of it")
    tool.recognizer = ShapeRecognizer()
    #expect(tool.hold() != nil && tool.shape != nil)
    tool.move(to: PenSample(PagePoint(x: 1, y: 1)))
    let steps = tool.finishInSteps()
    try #require(steps.count == 2)
    let ink = try #require(steps[0].changes.first?.annotation)
    let shape = try #require(steps[1].changes.first?.annotation)
    #expect(ink.content.ink?.strokes.first?.points == drawn && ink.id == shape.id && ink.style == shape.style)
    #expect(
      steps[1].name == "Make Shape" && shape.content.kind != ink.content.kind
        || shape.content.ink?.strokes.first?.curve == .bezier)
    #expect(!tool.isDrawing)
  }

  @Test func aLineThatWasMadeFollowsThePen() {
    var tool = FreehandTool(style: style)
    tool.recognizer = ShapeRecognizer()
    draw(&tool, line(40))
    tool.hold()
    tool.move(to: PagePoint(x: 60, y: 120))
    #expect(
      tool.finish().first?.annotation?.content
        == .line(from: PagePoint(x: 0, y: 50), to: PagePoint(x: 60, y: 120)))
  }

  @Test func fewerPointsAreKept() {
    var random = SeededGenerator(trial: 9)
    let stroke = random.penStroke(rate: 200)
    var tool = FreehandTool(style: style)
    tool.tolerance = 0.08
    draw(&tool, stroke.reports.map { PenSample($0.point, time: $0.time) })
    let count = tool.points.count
    let kept = tool.finish().first?.annotation?.content.ink?.strokes.first
    #expect(kept?.curve == .bezier && (kept?.points.count ?? count) < count / 2)
  }
}
