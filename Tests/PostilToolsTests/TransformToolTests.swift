import PostilModel
import PostilTools
import Testing

/// Moving and resizing by handles.
@Suite struct TransformToolTests {
  private let square = Annotation(.rectangle(PageRect(x: 100, y: 100, width: 40, height: 20)), id: "square")

  private func dragged(
    _ tool: TransformTool, by way: PagePoint, constrained: Bool = false
  ) -> [Annotation] {
    var tool = tool
    tool.isConstrained = constrained
    let start = PagePoint(x: 7, y: 9)
    tool.begin(at: start)
    tool.move(to: start.offset(dx: way.x / 2, dy: way.y))
    tool.move(to: start.offset(dx: way.x, dy: way.y))
    return tool.finish().compactMap(\.annotation)
  }

  @Test func theWholeIsMoved() {
    let locked = Annotation(.rectangle(square.frame), flags: .locked)
    let tool = TransformTool([square, locked])
    #expect(tool.originals == [square] && tool.editName == "Move Annotation")
    #expect(dragged(tool, by: PagePoint(x: 5, y: -3)) == [square.offset(dx: 5, dy: -3)])
    #expect(dragged(tool, by: PagePoint(x: 5, y: -3), constrained: true) == [square.offset(dx: 5, dy: 0)])
    #expect(dragged(tool, by: .zero).isEmpty)
  }

  @Test(arguments: [
    (1, 1, PageRect(x: 100, y: 100, width: 50, height: 26)),
    (-1, -1, PageRect(x: 110, y: 106, width: 30, height: 14)),
    (0, 1, PageRect(x: 100, y: 100, width: 40, height: 26)),
    (1, 0, PageRect(x: 100, y: 100, width: 50, height: 20)),
  ])
  func edgesAreDragged(x: Int, y: Int, frame: PageRect) {
    let tool = TransformTool([square], by: .edges(x: x, y: y))
    #expect(dragged(tool, by: PagePoint(x: 10, y: 6)).map(\.frame) == [frame])
  }

  @Test func theAspectIsKeptIfWantedAndNothingIsTurnedInsideOut() throws {
    let corner = TransformTool([square], by: .edges(x: 1, y: -1))
    let kept = try #require(dragged(corner, by: PagePoint(x: 40, y: 0), constrained: true).first)
    #expect(kept.frame == PageRect(x: 100, y: 80, width: 80, height: 40))
    let small = try #require(dragged(corner, by: PagePoint(x: -400, y: 400)).first)
    #expect(small.frame == PageRect(x: 100, y: 119, width: 1, height: 1))
    let stamp = Annotation(.stamp(.name(.draft), in: square.frame))
    let edge = TransformTool([stamp], by: .edges(x: 1, y: 0))
    #expect(
      dragged(edge, by: PagePoint(x: 40, y: 0)).first?.frame == PageRect(x: 100, y: 90, width: 80, height: 40)
    )
    #expect(dragged(edge, by: PagePoint(x: 40, y: 0), constrained: true).first?.frame.height == 20)
  }

  @Test func severalAreResizedAsOne() {
    let other = Annotation(.ellipse(PageRect(x: 160, y: 100, width: 20, height: 60)), id: "other")
    let mark = Annotation(.highlight([square.frame]), id: "mark")
    let tool = TransformTool([square, other, mark], by: .edges(x: 1, y: 1))
    #expect(tool.frame == PageRect(x: 100, y: 100, width: 80, height: 60))
    let frames = dragged(tool, by: PagePoint(x: 80, y: 0)).map(\.frame)
    #expect(
      frames == [
        PageRect(x: 100, y: 100, width: 80, height: 20), PageRect(x: 220, y: 100, width: 40, height: 60),
      ])
  }

  @Test func endsOfLinesKeepToRegularDirections() {
    let line = Annotation(.line(from: .zero, to: PagePoint(x: 10, y: 0)))
    let tool = TransformTool([line], by: .controlPoint(1))
    #expect(dragged(tool, by: PagePoint(x: 5, y: 3)).first?.controlPoints == [.zero, PagePoint(x: 15, y: 3)])
    #expect(
      dragged(tool, by: PagePoint(x: 5, y: 3), constrained: true).first?.controlPoints
        == [.zero, PagePoint(x: 15, y: 0)])
    #expect(TransformTool([line], by: .controlPoint(2)).originals.isEmpty)
  }

  @Test func thePictureIsWhatWillBeThere() {
    var tool = TransformTool([square])
    tool.begin(at: .zero)
    let redrawn = tool.move(to: PagePoint(x: 30, y: 0))
    #expect(tool.draw() == square.offset(dx: 30, dy: 0).appearance)
    #expect(redrawn == square.bounds.union(square.offset(dx: 30, dy: 0).bounds))
    #expect(tool.move(to: PagePoint(x: .nan, y: 0)).isEmpty)
    tool.cancel()
    #expect(!tool.isDrawing && tool.finish().isEmpty && tool.draw() == square.appearance)
  }
}
