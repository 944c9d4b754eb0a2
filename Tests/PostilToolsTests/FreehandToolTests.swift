import PostilTestSupport
import Testing

@testable import PostilModel
import PostilTools

@Suite struct FreehandToolTests {
  private let style = AnnotationStyle(color: .blue, lineWidth: 4, opacity: 0.5)

  private func stroke(of changes: [AnnotationChange]) -> InkStroke? {
    guard changes.count == 1, case .add(let annotation, nil) = changes[0].kind,
      let strokes = annotation.content.ink?.strokes, annotation.style == style
    else { return nil }
    return strokes.count == 1 ? strokes[0] : nil
  }

  private func points(of hand: Hand) -> [PagePoint] { (hand.tool as? FreehandTool)?.points ?? [] }

  private func drawn(_ points: [PagePoint]) -> FreehandTool {
    var tool = FreehandTool(style: style)
    if let first = points.first { tool.begin(at: first) }
    for point in points.dropFirst() { tool.move(to: point) }
    return tool
  }

  @Test func thePointsAreKeptWithoutRepeats() {
    var random = SeededGenerator(trial: 1)
    let points = random.walk(20)
    let tool = Hand(drawn(points.flatMap { [$0, $0] }))
    #expect(tool.draw() == Annotation(.ink([InkStroke(points: points)]), style: style).appearance)
    #expect(stroke(of: tool.finish()) == InkStroke(points: points, curve: .smooth))
    #expect(!tool.isDrawing && tool.finish().isEmpty)
  }

  @Test func aTapIsADot() {
    let tool = Hand(FreehandTool(style: style))
    let point = PagePoint(x: 30, y: 40)
    #expect(tool.begin(at: point) == PageRect(x: 28, y: 38, width: 4, height: 4))
    #expect(tool.draw().items.first?.fill == .blue)
    #expect(stroke(of: tool.finish()) == InkStroke(points: [point]))
  }

  /// Every part of the picture that a move changes is in the rectangle that it returns.
  @Test(arguments: 0..<20) func theRectangleHoldsWhatChanges(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var tool = FreehandTool(style: style)
    var old: [PathSegment] = []
    for (index, point) in random.walk(30).enumerated() {
      let box = (index == 0 ? tool.begin(at: point) : tool.move(to: point)).insetBy(2 - 1e-9)
      let new = InkStroke(points: tool.points).path.segments()
      let changed = old.filter { !new.contains($0) } + new.filter { !old.contains($0) }
      for segment in changed where !(index == 2 && segment.start == tool.points[0]) {
        #expect(box.contains(segment.extent.origin))
        #expect(box.contains(PagePoint(x: segment.extent.maxX, y: segment.extent.maxY)))
      }
      old = new
    }
  }

  @Test func aHundredThousandPointsRedrawNoMoreThanTen() {
    var random = SeededGenerator(trial: 7)
    var tool = FreehandTool(style: style)
    tool.begin(at: PagePoint(x: 100, y: 100))
    var largest = 0.0
    for _ in 0..<100_000 {
      let box = tool.move(to: random.point(100...110))
      largest = max(largest, box.width * box.height)
    }
    #expect(tool.points.count == 100_001)
    #expect(largest <= 14 * 14)
    #expect(tool.drawTail(from: 99_990).items.first?.path.elements.count ?? 0 < 20)
    let changes = tool.finish()
    #expect(stroke(of: changes)?.points.count == 100_001)
  }

  @Test func partsMakeUpTheWhole() {
    var random = SeededGenerator(trial: 3)
    let points = random.walk(25)
    let tool = drawn(points)
    let places = [0, 1, 2, 9, 10, 24]
    var parts = zip(places, places.dropFirst()).map { tool.drawTail(from: $0, to: $1) }
    parts.append(tool.drawTail(from: 24))
    let segments = parts.flatMap { $0.items.flatMap { $0.path.segments() } }
    #expect(segments == tool.draw().items.flatMap { $0.path.segments() })
    #expect(parts.allSatisfy { $0.opacity == 1 })
    let shorter = drawn(Array(points.prefix(15)))
    #expect(shorter.drawTail(from: 2, to: 14) == tool.drawTail(from: 2, to: 14))
  }

  @Test func strangePlacesOfPartsAreHarmless() {
    for count in 0...4 {
      let tool = drawn((0..<count).map { PagePoint(x: Double($0), y: 0) })
      for start in [Int.min, -1, 0, 1, 2, 3, 9, .max] {
        for end in [nil, Int.min, -1, 0, 1, 2, 3, 9, .max] { _ = tool.drawTail(from: start, to: end) }
      }
      #expect(tool.drawTail(from: 9).items.isEmpty || count < 3)
    }
  }

  @Test func unusablePointsAreIgnored() {
    let tool = Hand(FreehandTool(style: style))
    let bad = [PagePoint(x: .nan, y: 1), PagePoint(x: 1, y: -.infinity), PagePoint(x: 1e9, y: 1)]
    for point in bad { #expect(tool.begin(at: point).isEmpty && !tool.isDrawing) }
    #expect(tool.move(to: .zero).isEmpty && tool.finish().isEmpty)
    tool.begin(at: .zero)
    for point in bad { #expect(tool.move(to: point).isEmpty) }
    #expect(points(of: tool) == [.zero])
  }

  @Test func cancellingAndBeginningAnewGiveTheOldStrokeUp() {
    let tool = Hand(drawn([.zero, PagePoint(x: 50, y: 10)]))
    let box = PageRect(x: -2, y: -2, width: 54, height: 14)
    #expect(tool.begin(at: .zero).union(box) == box)
    #expect(points(of: tool) == [.zero])
    tool.move(to: PagePoint(x: 50, y: 10))
    #expect(tool.cancel() == box)
    #expect(!tool.isDrawing && tool.cancel().isEmpty)
  }
}
