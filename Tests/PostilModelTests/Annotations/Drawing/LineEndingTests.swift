import Testing

@testable import PostilModel

@Suite struct LineEndingTests {
  private let from = PagePoint(x: 0, y: 0)
  private let to = PagePoint(x: 100, y: 0)
  private static let closed: Set<LineEnding> = [
    .square, .circle, .diamond, .closedArrow, .reversedClosedArrow,
  ]

  private func line(_ end: LineEnding, _ style: AnnotationStyle) -> Annotation {
    Annotation(.line(from: from, to: to, end: end), style: style)
  }

  @Test(arguments: LineEnding.allCases) func closedEndsAreFilled(ending: LineEnding) {
    let items = line(ending, AnnotationStyle(fill: .yellow, lineWidth: 2)).appearance.items
    #expect(items.contains { $0.fill == .yellow } == Self.closed.contains(ending))
    #expect(items.allSatisfy { $0.pen?.width == 2 && $0.pen?.isRound == false })
    let open = line(ending, AnnotationStyle(lineWidth: 2)).appearance
    #expect(open.items.count == 1 && open.isSinglePaint)
  }

  @Test(arguments: LineEnding.allCases) func theShaftStopsWhereAClosedEndBegins(ending: LineEnding) throws {
    let layout = LineLayout(from: from, to: to, start: .none, end: ending, lineWidth: 2)
    let shaft = try #require(layout.shaft)
    #expect(shaft.start == from)
    guard let end = layout.end else { return #expect(ending == .none && shaft.end == to) }
    #expect(end.isClosed == Self.closed.contains(ending))
    #expect(end.path.passes(within: 1e-9, of: shaft.end))
    let extent = try #require(end.path.extent)
    #expect(
      (extent.minX < 100 - 1e-9) == ![.reversedClosedArrow, .reversedOpenArrow, .butt].contains(ending))
    #expect((extent.maxX > 100 + 1e-9) == ![.closedArrow, .openArrow, .butt].contains(ending))
  }

  @Test(arguments: [0, 0.1, 1, 4, 30]) func endsGrowWithTheLine(width: Double) throws {
    for ending in LineEnding.allCases where ending != .none {
      let layout = LineLayout(from: from, to: to, start: ending, end: ending, lineWidth: width)
      for end in layout.ends {
        let extent = try #require(end.path.extent)
        #expect(max(extent.width, extent.height) >= max(5, 5 * width))
        #expect(max(extent.width, extent.height) <= max(7, 7 * width))
      }
    }
  }

  @Test func theSlashLeansClockwise() throws {
    let layout = LineLayout(from: from, to: to, start: .slash, end: .slash, lineWidth: 1)
    for end in layout.ends {
      let segment = try #require(end.path.segments().first)
      let top = segment.start.y > segment.end.y ? segment.start : segment.end
      let foot = segment.start.y > segment.end.y ? segment.end : segment.start
      let slope = (top.x - foot.x) / (top.y - foot.y)
      #expect(abs(slope - (1.0 / 3).squareRoot()) < 1e-9)
    }
  }

  @Test func endsAreNotDashed() {
    let items = line(.openArrow, AnnotationStyle(lineWidth: 2, dash: [3])).appearance.items
    #expect(items.map { $0.pen?.dash } == [[3], []])
  }

  @Test func aShortLineIsAllEnds() {
    let layout = LineLayout(
      from: from, to: PagePoint(x: 5, y: 0), start: .circle, end: .closedArrow, lineWidth: 1)
    #expect(layout.shaft == nil)
    #expect(layout.ends.count == 2)
  }
}
