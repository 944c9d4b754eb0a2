import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct EvenOddRegionTests {
  private static let square = PagePath.corners(of: PageRect(x: 20, y: 30, width: 120, height: 100))
  private static let star = [0, 2, 4, 1, 3].map { [PagePoint](pentagon)[$0] }
  private static let pentagon = [
    PagePoint(x: 100, y: 180), PagePoint(x: 24, y: 125), PagePoint(x: 53, y: 35), PagePoint(x: 147, y: 35),
    PagePoint(x: 176, y: 125),
  ]

  private func path(_ polygons: [[PagePoint]]) -> PagePath {
    PagePath(polygons.flatMap { PagePath.polygon($0).elements })
  }

  /// The exact answer against the region's, everywhere but within a hundredth of a point of edges.
  private func compare(_ region: EvenOddRegion, _ old: [[PagePoint]], _ capsules: [Capsule], seed: Int) {
    var random = SeededGenerator(trial: seed)
    let (before, after) = (path(old), path(region.polygons))
    let edges = Polyline(before)
    for _ in 0..<150 {
      let point = random.point()
      let margins = capsules.map { $0.axis.distance(to: point) - $0.radius }
      guard edges.distance(to: point) > 0.01, margins.allSatisfy({ abs($0) > 0.01 }) else { continue }
      let expected = before.encloses(point) && margins.allSatisfy { $0 > 0 }
      #expect(after.encloses(point) == expected, "seed \(seed), \(point)")
    }
  }

  @Test(arguments: 0..<200) func subtractingIsExactEverywhere(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let shapes = [[Self.square], [Self.star], [Self.square, Self.pentagon], [random.walk(12, step: 80)]]
    let polygons = shapes[seed % shapes.count]
    var region = EvenOddRegion(polygons)
    let way = random.walk(12, step: seed.isMultiple(of: 2) ? 60 : 8)
    let radius = random.number(0.2...25)
    let capsules = zip([way[0]] + way, way).map { Capsule(from: $0, to: $1, radius: radius) }
    for capsule in capsules { _ = region.subtract(capsule.outline) }
    compare(region, polygons, capsules, seed: seed)
  }

  @Test(arguments: 0..<20) func everyPointKeepsAnEvenNumberOfEdges(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var region = EvenOddRegion([Self.square, Self.star])
    for end in random.walk(40, step: 30) {
      _ = region.subtract(Capsule(from: random.point(), to: end, radius: random.number(0...9)).outline)
      var degrees: [GridPoint: Int] = [:]
      for edge in region.edges {
        degrees[edge.low, default: 0] += 1
        degrees[edge.high, default: 0] += 1
      }
      #expect(degrees.values.allSatisfy { $0.isMultiple(of: 2) })
      #expect(Set(region.edges).count == region.edges.count)
    }
  }

  @Test func goingOverTheSamePlaceChangesNothing() throws {
    let capsule = Capsule(from: PagePoint(x: 0, y: 60), to: PagePoint(x: 90, y: 77), radius: 11)
    let once = try #require(EvenOddRegion([Self.square]).without(capsule.outline))
    #expect(once.without(capsule.outline) == nil)
  }

  @Test func sharedEdgesLeaveNothing() throws {
    let region = EvenOddRegion([Self.square])
    #expect(region.without(Self.square)?.polygons == [])
    let left = PagePath.corners(of: PageRect(x: 20, y: 30, width: 60, height: 100))
    let half = try #require(region.without(left)).polygons
    #expect(half.count == 1 && half.first?.count == 4)
    #expect(PageRect.bounding(half.joined()) == PageRect(x: 80, y: 30, width: 60, height: 100))
    #expect(region.without(PagePath.corners(of: PageRect(x: 0, y: 30, width: 20, height: 100))) == nil)
  }

  @Test func aHoleIsAPolygonOfItsOwn() {
    let capsule = Capsule(from: PagePoint(x: 60, y: 60), to: PagePoint(x: 90, y: 90), radius: 5)
    #expect(EvenOddRegion([Self.square]).without(capsule.outline)?.polygons.count == 2)
  }

  @Test func strangePolygonsAreHarmless() {
    let bad = [PagePoint(x: .nan, y: 0), PagePoint(x: .infinity, y: 1), PagePoint(x: 1e300, y: -1e300)]
    let region = EvenOddRegion([bad, [], [.zero], [.zero, .zero, .zero], [.zero, PagePoint(x: 1, y: 1)]])
    #expect(region.polygons.isEmpty)
    #expect(region.without(bad) == nil)
    #expect(region.without(Self.square) == nil)
  }

  @Test func theLargestCoordinatesAreStillExact() {
    let far = EvenOddRegion([PagePath.corners(of: PageRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))])
    let capsule = Capsule(from: .zero, to: PagePoint(x: 1e6, y: 1e6), radius: 500)
    #expect(far.without(capsule.outline)?.polygons.count == 1)
  }
}

extension EvenOddRegion {
  /// What is left when a polygon is taken away; `nil` if that is all of it.
  fileprivate func without(_ polygon: [PagePoint]) -> EvenOddRegion? {
    var copy = self
    return copy.subtract(polygon) ? copy : nil
  }
}
