import PostilModel
import Testing

@testable import PostilFile

@Suite struct ConvexPolygonTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> ConvexPolygon {
    ConvexPolygon(PageRect(x: x, y: y, width: side, height: side))
  }

  private let diamond = ConvexPolygon(hullOf: [
    PagePoint(x: 0, y: 10), PagePoint(x: 10, y: 0), PagePoint(x: 0, y: -10), PagePoint(x: -10, y: 0),
  ])

  @Test func theHullLeavesPointsInsideOut() {
    let hull = ConvexPolygon(hullOf: diamond.points + [PagePoint(x: 1, y: 1), PagePoint(x: 5, y: 5)])
    #expect(Set(hull.points) == Set(diamond.points))
  }

  @Test func cornersOfABoxDoNotCount() {
    // Within the box around the diamond, not within the diamond.
    #expect(!diamond.overlaps(square(6, 6, 3)))
    #expect(diamond.overlaps(square(4, 4, 3)))
    #expect(diamond.contains(PagePoint(x: 4, y: 4)) && !diamond.contains(PagePoint(x: 6, y: 6)))
  }

  @Test func anEdgeInCommonIsNoOverlap() {
    #expect(!square(0, 0, 10).overlaps(square(10, 0, 10), by: 0.1))
    #expect(!square(0, 0, 10).overlaps(square(9.95, 0, 10), by: 0.1))
    #expect(square(0, 0, 10).overlaps(square(9.8, 0, 10), by: 0.1))
  }

  @Test func whatHasNoExtentStillLiesSomewhere() {
    let line = ConvexPolygon(hullOf: [PagePoint(x: 2, y: 2), PagePoint(x: 5, y: 2)])
    let point = ConvexPolygon(hullOf: [PagePoint(x: 2, y: 2)])
    #expect(square(0, 0, 10).overlaps(line, by: 0.1) && square(0, 0, 10).overlaps(point, by: 0.1))
    #expect(!square(0, 5, 10).overlaps(line, by: 0.1) && !square(3, 0, 10).overlaps(point, by: 0.1))
  }
}
