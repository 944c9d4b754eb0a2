import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct GridNodingTests {
  private func edge(_ a: (Int, Int), _ b: (Int, Int)) -> GridEdge? {
    GridEdge(GridPoint(x: a.0, y: a.1), GridPoint(x: b.0, y: b.1))
  }

  private func noded(_ edges: [GridEdge?]) -> Set<GridEdge> {
    let pieces = edges.compactMap { $0 }.map { GridNoding.Piece(edge: $0, isCutter: false) }
    return Set(GridNoding.noded(pieces).map(\.edge))
  }

  @Test func crossingsAreRoundedToTheGrid() {
    let result = noded([edge((0, 0), (10, 10)), edge((0, 7), (10, 2))])
    let parts = [
      edge((0, 0), (5, 5)), edge((5, 5), (10, 10)), edge((0, 7), (5, 5)), edge((5, 5), (10, 2)),
    ]
    #expect(result == Set(parts.compactMap { $0 }))
  }

  @Test(arguments: 0..<4) func anEndOnAnEdgeSplitsIt(turn: Int) {
    func turned(_ p: (Int, Int)) -> (Int, Int) {
      [(p.0, p.1), (-p.1, p.0), (-p.0, -p.1), (p.1, -p.0)][turn]
    }
    let (a, b, middle) = (turned((0, 0)), turned((20, 10)), turned((10, 5)))
    for foot in [turned((10, 30)), turned((9, -30)), turned((30, 5)), turned((-30, 5))] {
      let parts = [edge(a, middle), edge(middle, b), edge(middle, foot)].compactMap { $0 }
      #expect(noded([edge(a, b), edge(middle, foot)]) == Set(parts))
    }
  }

  @Test func overlapsAreSplitIntoEqualParts() {
    let parts = [edge((0, 0), (4, 4)), edge((4, 4), (6, 6)), edge((6, 6), (9, 9))].compactMap { $0 }
    #expect(noded([edge((0, 0), (6, 6)), edge((4, 4), (9, 9))]) == Set(parts))
    #expect(noded([edge((0, 0), (9, 9)), edge((4, 4), (6, 6))]) == Set(parts))
  }

  @Test(arguments: 0..<20) func nothingCrossesAfterwards(seed: Int) {
    var random = SeededGenerator(trial: seed)
    func point() -> GridPoint {
      GridPoint(x: Int.random(in: 0...30, using: &random), y: Int.random(in: 0...30, using: &random))
    }
    let result = noded((0..<25).map { _ in GridEdge(point(), point()) })
    for (a, b) in result.flatMap({ a in result.map { (a, $0) } }) where a != b {
      let crosses = a.side(of: b.low) * a.side(of: b.high) < 0 && b.side(of: a.low) * b.side(of: a.high) < 0
      #expect(!crosses)
      #expect(!(a.side(of: b.low) == 0 && a.isWithin(b.low)))
      #expect(!(a.side(of: b.high) == 0 && a.isWithin(b.high)))
    }
  }

  /// Splitting ends because it never lengthens edges: crossings are cut inside the bounding boxes of both.
  @Test(arguments: 0..<20) func splittingKeepsTheSumOfLengths(seed: Int) {
    var random = SeededGenerator(trial: 1000 + seed)
    let side = [3, 8, 40, 5_000][seed % 4]
    func point() -> GridPoint {
      GridPoint(
        x: Int.random(in: -side...side, using: &random), y: Int.random(in: -side...side, using: &random))
    }
    func length(_ pieces: [GridNoding.Piece]) -> Int {
      pieces.reduce(0) { $0 + abs($1.edge.high.x - $1.edge.low.x) + $1.edge.high.y - $1.edge.low.y }
    }
    let pieces = (0..<150).compactMap { _ in GridEdge(point(), point()) }
      .map { GridNoding.Piece(edge: $0, isCutter: false) }
    #expect(length(GridNoding.noded(pieces)) == length(pieces))
  }

  /// The invariant that walking the loops of a region relies on.
  @Test(arguments: 0..<20) func closedPolygonsKeepAnEvenDegreeAtEachPoint(seed: Int) {
    var random = SeededGenerator(trial: 2000 + seed)
    var degrees: [GridPoint: Int] = [:]
    let polygons = (0..<4).map { _ in
      (0..<40).map { _ in
        PagePoint(
          x: Double.random(in: 0...0.02, using: &random), y: Double.random(in: 0...0.02, using: &random))
      }
    }
    for edge in EvenOddRegion(polygons).edges {
      degrees[edge.low, default: 0] += 1
      degrees[edge.high, default: 0] += 1
    }
    #expect(!degrees.isEmpty && degrees.values.allSatisfy { $0 % 2 == 0 })
  }
}
