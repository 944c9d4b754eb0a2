import Foundation
import Testing

@testable import PostilModel

@Suite struct PageDrawingTests {
  private static let fill = PageDrawing.Fill(.color(.red))
  private static let stroke = PageDrawing.Stroke(.color(.black), width: 2)

  private func point(_ x: Double, _ y: Double) -> PagePoint { PagePoint(x: x, y: y) }

  private func stroked(_ elements: PagePath.Element...) -> PageDrawing {
    PageDrawing(path: PagePath(elements), stroke: Self.stroke)
  }

  @Test func aStraightStrokeIsALine() throws {
    let line = try #require(stroked(.move(point(1, 2)), .line(point(9, 7))).line)
    #expect(line.start == point(1, 2) && line.end == point(9, 7))
    #expect(stroked(.move(point(1, 2)), .line(point(9, 7)), .close).line?.end == point(9, 7))
    #expect(stroked(.move(point(1, 2)), .line(point(9, 7)), .line(point(9, 9))).line == nil)
    #expect(stroked(.move(point(1, 2)), .curve(point(2, 2), point(3, 3), point(9, 7))).line == nil)
    // It would have no width.
    let filled = PageDrawing(path: PagePath([.move(point(1, 2)), .line(point(9, 7))]), fill: Self.fill)
    #expect(filled.line == nil && filled.rect == nil)
  }

  @Test func aThinRectangleIsALineToo() throws {
    let thin = PageDrawing(path: .rectangle(PageRect(x: 10, y: 20, width: 100, height: 1)), fill: Self.fill)
    let line = try #require(thin.line)
    #expect(line.start == point(10, 20.5) && line.end == point(110, 20.5))
    #expect(thin.rect == PageRect(x: 10, y: 20, width: 100, height: 1))
    let upright = PageDrawing(path: .rectangle(PageRect(x: 10, y: 20, width: 2, height: 9)), fill: Self.fill)
    #expect(upright.line?.start == point(11, 20) && upright.line?.end == point(11, 29))
    for size in [(100.0, 3.0), (2, 2), (0, 0)] {
      let rect = PageRect(x: 10, y: 20, width: size.0, height: size.1)
      #expect(PageDrawing(path: .rectangle(rect), fill: Self.fill).line == nil)
    }
  }

  @Test func rectanglesAreToldHoweverTheyAreClosed() {
    let rect = PageRect(x: 1, y: 2, width: 30, height: 40)
    let corners = PagePath.corners(of: rect)
    let open = PagePath([.move(corners[0])] + corners.dropFirst().map { .line($0) })
    #expect(PageDrawing(path: open, fill: Self.fill).rect == rect)
    // Its last side is missing.
    #expect(PageDrawing(path: open, stroke: Self.stroke).rect == nil)
    for end in [[.close], [.line(corners[0])], [.line(corners[0]), .close]] as [[PagePath.Element]] {
      #expect(PageDrawing(path: PagePath(open.elements + end), stroke: Self.stroke).rect == rect)
    }
    let fromTheTop = PagePath.polygon([corners[3], corners[0], corners[1], corners[2]])
    #expect(PageDrawing(path: fromTheTop, fill: Self.fill).rect == rect)
    let oblique = PagePath.polygon([point(0, 0), point(10, 5), point(5, 15), point(-5, 10)])
    #expect(PageDrawing(path: oblique, fill: Self.fill).rect == nil)
    #expect(PageDrawing(path: .ellipse(in: rect), fill: Self.fill).rect == nil)
    #expect(PageDrawing(path: .polygon([corners[0], corners[1], corners[2]]), fill: Self.fill).rect == nil)
    #expect(PageDrawing(path: PagePath(), fill: Self.fill).rect == nil)
  }

  @Test func boundsAreThoseOfCurvesAndNotOfTheirControlPoints() {
    let arch = stroked(.move(point(0, 0)), .curve(point(0, 40), point(100, 40), point(100, 0)))
    #expect(arch.bounds == PageRect(x: 0, y: 0, width: 100, height: 30))
    #expect(arch.reach == PageRect(x: -1, y: -1, width: 102, height: 32))
  }

  @Test func aGridIsTakenApart() {
    var grid = stroked(
      .move(point(0, 0)), .line(point(90, 0)), .move(point(0, 50)), .line(point(90, 50)), .close,
      .line(point(0, 60)), .move(point(5, 5)))
    grid.visibleBounds = PageRect(x: -1, y: -1, width: 92, height: 30)
    #expect(grid.line == nil && grid.rect == nil)
    let parts = grid.parts
    #expect(parts.map { $0.line?.start } == [point(0, 0), point(0, 50), point(0, 50)])
    #expect(parts.map { $0.line?.end } == [point(90, 0), point(90, 50), point(0, 60)])
    #expect(parts.map(\.isVisible) == [true, false, false] && parts.allSatisfy { $0.stroke == Self.stroke })
    #expect(parts[0].parts == [parts[0]])
  }

  @Test func drawingsAreWrittenAndReadAgain() throws {
    let dashed = PageDrawing.Stroke(
      .unknown, width: 0.1, dash: [3, 1], dashPhase: 1, cap: .round, join: .bevel, miterLimit: 4, opacity: 0.5
    )
    let drawings = [
      PageDrawing(
        path: .ellipse(in: PageRect(x: 1, y: 2, width: 3, height: 4)),
        fill: .init(.color(Color(red: 0.1, green: 0.2, blue: 0.3)), rule: .evenOdd, opacity: 0.25),
        stroke: dashed,
        visibleBounds: PageRect(x: 1, y: 2, width: 1, height: 1), isInAnnotation: true),
      PageDrawing(path: PagePath(), fill: .init(.pattern)),
      PageDrawing(path: PagePath(), fill: .init(.shading)),
      PageDrawing(path: PagePath(), fill: Self.fill),
    ]
    #expect(try JSONDecoder().decode([PageDrawing].self, from: JSONEncoder().encode(drawings)) == drawings)
    let short = #"{"path": [["m", 0, 0], ["l", 9, 0]], "stroke": {"paint": "FF0000", "width": 1}}"#
    let read = try JSONDecoder().decode(PageDrawing.self, from: Data(short.utf8))
    #expect(read.line?.end == point(9, 0) && read.stroke?.color == .red && read.stroke?.cap == .butt)
    for wrong in [
      "{}", #"{"path": [], "fill": {"paint": "wood"}}"#,
      #"{"path": [], "fill": {"paint": "FF0000", "rule": "x"}}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PageDrawing.self, from: Data(wrong.utf8))
      }
    }
  }

  @Test func aPageOfAnotherSizeHasThemScaled() {
    var stroke = Self.stroke
    stroke.dash = [4, 2]
    let drawing = PageDrawing(
      path: .rectangle(PageRect(x: 10, y: 10, width: 20, height: 20)), stroke: stroke,
      visibleBounds: PageRect(x: 9, y: 9, width: 22, height: 22))
    let clip = PageRect(x: 0, y: 0, width: 15, height: 15)
    let placed = drawing.placed(ContentPlacement(scale: 0.5, dx: 100, dy: 0, clip: clip))
    #expect(placed.rect == PageRect(x: 105, y: 5, width: 10, height: 10))
    #expect(placed.stroke?.width == 1 && placed.stroke?.dash == [2, 1])
    #expect(placed.visibleBounds == PageRect(x: 104.5, y: 4.5, width: 3, height: 3))
    let away = PageRect(x: 500, y: 500, width: 9, height: 9)
    #expect(!drawing.placed(ContentPlacement(scale: 1, dx: 0, dy: 0, clip: away)).isVisible)
  }

  @Test func whatOnlyTouchesAnEdgeIsNotSeen() {
    let clip = PageRect(x: 0, y: 0, width: 10, height: 10)
    #expect(PageRect(x: 10, y: 0, width: 5, height: 5).visiblePart(in: clip) == nil)
    #expect(PageRect(x: 0, y: 10, width: 5, height: 0).visiblePart(in: clip) != nil)
    #expect(PageRect(x: 5, y: 5, width: 50, height: 1).visiblePart(in: clip)?.width == 5)
  }
}
