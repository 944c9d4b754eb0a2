import PostilModel
import PostilTools
import Testing

@Suite struct MultipointToolTests {
  private static let corners = [PagePoint(x: 10, y: 10), PagePoint(x: 90, y: 10), PagePoint(x: 50, y: 80)]

  /// Taps at points; returns whether the last tap completed the drawing.
  private func tap(_ tool: inout some MultipointTool, _ points: [PagePoint]) -> Bool {
    var isComplete = false
    for point in points {
      let box = tool.isDrawing ? tool.addPoint(at: point) : tool.begin(at: point)
      _ = box
      isComplete = tool.liftPen()
    }
    return isComplete
  }

  @Test func aTapOnTheFirstCornerClosesAPolygon() {
    var tool = PolygonTool(style: AnnotationStyle(fill: .red))
    #expect(!tap(&tool, Self.corners))
    #expect(tap(&tool, [PagePoint(x: 11, y: 9)]))
    #expect(tool.draw() == Annotation(.polygon(Self.corners), style: tool.style).appearance)
    #expect(tool.finish().first?.annotation?.content == .polygon(Self.corners))
    #expect(!tool.isDrawing && tool.finish().isEmpty)
  }

  @Test func aSecondTapOnTheLastPointEndsAPolyline() {
    var tool = PolylineTool(style: AnnotationStyle(), end: .openArrow)
    #expect(!tap(&tool, Self.corners))
    #expect(tap(&tool, [Self.corners[2]]))
    #expect(tool.finish().first?.annotation?.content == .polyline(Self.corners, end: .openArrow))
  }

  @Test func theNewestPointFollowsThePointerAndIsKeptAtTheEnd() {
    var tool = PolylineTool()
    _ = tap(&tool, Array(Self.corners.prefix(2)))
    let box = tool.move(to: PagePoint(x: 200, y: 200))
    #expect(box.contains(PagePoint(x: 200, y: 200)) && box.contains(Self.corners[1]))
    #expect(tool.finish().first?.annotation?.content.polyline?.vertices.count == 3)
  }

  @Test func onePointMakesNothing() {
    var tool = PolygonTool()
    _ = tap(&tool, [Self.corners[0]])
    #expect(tool.isDrawing && tool.finish().isEmpty)
    _ = tap(&tool, [PagePoint(x: .nan, y: 0)])
    #expect(!tool.isDrawing)
  }
}
