import Testing

@testable import FloorPlan

@Suite struct RoomShapeTests {
  private let corner = RoomShape([
    [(0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10)].map { VenuePoint($0.0, $0.1) }
  ])
  private let ring = RoomShape([
    [(0, 0), (10, 0), (10, 10), (0, 10)].map { VenuePoint($0.0, $0.1) },
    [(4, 4), (6, 4), (6, 6), (4, 6)].map { VenuePoint($0.0, $0.1) },
  ])

  @Test func aPointInAHoleIsOutside() {
    #expect(ring.contains(VenuePoint(1, 5)) && !ring.contains(VenuePoint(5, 5)))
    #expect(!ring.contains(VenuePoint(11, 5)))
    #expect(abs(ring.area - 96) < 1e-9)
  }

  @Test func wallsAndHolesBlockTheStraightWay() {
    #expect(!corner.isStraight(from: VenuePoint(9, 2), to: VenuePoint(2, 9)))
    #expect(corner.isStraight(from: VenuePoint(9, 2), to: VenuePoint(2, 2)))
    #expect(!ring.isStraight(from: VenuePoint(1, 5), to: VenuePoint(9, 5)))
    #expect(ring.isStraight(from: VenuePoint(1, 2), to: VenuePoint(9, 2)))
  }

  @Test func aWayGoesAroundTheCornersThatReachInside() throws {
    #expect(corner.turningPoints.count == 1)
    let point = try #require(corner.turningPoints.first)
    #expect(point.distance(to: VenuePoint(2, 2)) < 0.01)
    #expect(ring.turningPoints.count == 4)
  }

  @Test func theInteriorPointIsFarFromTheWalls() throws {
    for shape in [corner, ring] {
      let point = try #require(shape.interiorPoint)
      #expect(shape.contains(point) && shape.distanceToWall(from: point) > 1.5)
    }
    #expect(RoomShape([[VenuePoint(0, 0), VenuePoint(1, 0), VenuePoint(2, 0)]]).interiorPoint == nil)
  }
}
