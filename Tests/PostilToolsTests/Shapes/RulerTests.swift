import Foundation
import PostilModel
import PostilTools
import Testing

@Suite struct RulerTests {
  @Test func aStrokeThatBeginsNearItRunsAlongIt() {
    var tool = FreehandTool()
    tool.ruler = Ruler(at: PagePoint(x: 0, y: 100))
    tool.begin(at: PagePoint(x: 10, y: 105))
    for x in stride(from: 20.0, through: 200, by: 10) { tool.move(to: PagePoint(x: x, y: 100 + x / 5)) }
    #expect(tool.points.count == 20 && tool.points.allSatisfy { $0.y == 100 })
    tool.begin(at: PagePoint(x: 10, y: 140))
    tool.move(to: PagePoint(x: 20, y: 101))
    #expect(tool.points.last == PagePoint(x: 20, y: 101), "one that begins elsewhere does not")
  }

  @Test func turnsKeepToFifteenDegreesWhenNear() {
    let ruler = Ruler(at: .zero)
    #expect(abs(ruler.turned(by: .pi / 12 + 0.01).angle - .pi / 12) < 1e-12)
    #expect(abs(ruler.turned(by: 0.2).angle - 0.2) < 1e-12)
    #expect(ruler.turned(by: .nan) == ruler)
    #expect(!Ruler(at: .zero, angle: .nan).holds(.zero) && !ruler.holds(PagePoint(x: .nan, y: 0)))
  }

  @Test func anglesAreExactWhereTheyCanBe() {
    let end = AngleSnap.always.end(of: .zero, to: PagePoint(x: 1, y: 100))
    #expect(end.x == 0 && end.y == 100)
    #expect(AngleSnap.near.end(of: .zero, to: PagePoint(x: 20, y: 100)) == PagePoint(x: 20, y: 100))
    #expect(AngleSnap(step: .nan, reach: .nan).end(of: .zero, to: .zero) == .zero)
  }
}
