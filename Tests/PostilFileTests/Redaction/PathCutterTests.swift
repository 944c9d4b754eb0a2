import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct PathCutterTests {
  private static let diamond = ConvexPolygon(hullOf: [
    PagePoint(x: 50, y: 20), PagePoint(x: 80, y: 45), PagePoint(x: 55, y: 85), PagePoint(x: 15, y: 50),
  ])
  private static let square = ConvexPolygon(PageRect(x: 30, y: 30, width: 40, height: 40))

  /// Closed outlines of lines and curves, some of whose corners lie on the polygon's edges and corners.
  private static func outlines(_ generator: inout SeededGenerator, _ polygon: ConvexPolygon) -> [PathRun] {
    func point() -> PagePoint {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: polygon.points.randomElement(using: &generator) ?? .zero
      case 1: polygon.points[0].interpolated(to: polygon.points[1], at: .random(in: 0...1, using: &generator))
      case 2:
        PagePoint(
          x: Double(Int.random(in: 0...10, using: &generator) * 10),
          y: Double(Int.random(in: 0...10, using: &generator) * 10))
      default:
        PagePoint(x: .random(in: 0...100, using: &generator), y: .random(in: 0...100, using: &generator))
      }
    }
    return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      var run = PathRun(start: point(), isClosed: true)
      for _ in 0..<Int.random(in: 2...9, using: &generator) {
        let end = point()
        run.segments.append(
          Bool.random(using: &generator)
            ? .line(LineSegment(run.end, end)) : .curve(CubicCurve(run.end, point(), point(), end)))
      }
      return run
    }
  }

  private static func lines(_ runs: [PathRun]) -> [LineSegment] {
    runs.flatMap(\.closedSegments).flatMap { $0.lines(tolerance: 0.005) }
  }

  /// How often outlines wind around a point.
  private static func winding(_ lines: [LineSegment], _ point: PagePoint) -> Int {
    var sum = 0
    for line in lines
    where (line.start.y <= point.y) != (line.end.y <= point.y) {
      let x =
        line.start.x + (point.y - line.start.y) / (line.end.y - line.start.y) * (line.end.x - line.start.x)
      if x > point.x { sum += line.start.y <= point.y ? 1 : -1 }
    }
    return sum
  }

  private static func depth(_ point: PagePoint, in polygon: ConvexPolygon) -> Double {
    polygon.points.indices.map { index in
      let (a, b) = (polygon.points[index], polygon.points[(index + 1) % polygon.points.count])
      return ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)) / a.distance(to: b)
    }.min() ?? 0
  }

  @Test(arguments: [diamond, square], [true, false])
  func nothingIsLeftInsideAndAllOutside(polygon: ConvexPolygon, isEvenOdd: Bool) throws {
    let cutter = try #require(PathCutter(polygon, scale: 1))
    var generator = SeededGenerator(seed: 7)
    for round in 0..<60 {
      let before = Self.outlines(&generator, polygon)
      let oldLines = Self.lines(before)
      guard let after = try cutter.fill(before, isEvenOdd: isEvenOdd) else {
        #expect(Self.winding(oldLines, PagePoint(x: 50, y: 50)) % (isEvenOdd ? 2 : Int.max) == 0)
        continue
      }
      for run in after {
        for segment in run.closedSegments {
          for place in [0, 0.25, 0.5, 0.75, 1] {
            #expect(Self.depth(segment.point(at: place), in: polygon) < 2e-5, "round \(round)")
          }
        }
      }
      let newLines = Self.lines(after)
      for _ in 0..<30 {
        let point = PagePoint(
          x: .random(in: -5...105, using: &generator), y: .random(in: -5...105, using: &generator))
        let depth = Self.depth(point, in: polygon)
        // Chords are not exactly where curves are.
        guard abs(depth) > 0.02, !oldLines.contains(where: { $0.distance(to: point) < 0.02 }) else {
          continue
        }
        let (was, now) = (Self.winding(oldLines, point), Self.winding(newLines, point))
        if isEvenOdd {
          #expect(abs(now % 2) == (depth > 0 ? 0 : abs(was % 2)), "round \(round) at \(point)")
        } else {
          #expect(now == (depth > 0 ? 0 : was), "round \(round) at \(point)")
        }
      }
    }
  }

  @Test func whatOnlyTouchesStaysAsItIs() throws {
    let cutter = try #require(PathCutter(Self.square, scale: 1))
    func run(_ rect: PageRect) -> PathRun {
      let corners = Affine.identity.corners(of: rect)
      return PathRun(
        start: corners[0], segments: zip(corners, corners.dropFirst()).map { .line(LineSegment($0, $1)) },
        isClosed: true)
    }
    let beside = [
      run(PageRect(x: 70, y: 30, width: 10, height: 40)), run(PageRect(x: 10, y: 10, width: 20, height: 20)),
    ]
    #expect(try cutter.fill(beside, isEvenOdd: false) == nil)
    #expect(cutter.stroke(beside, keepsStart: false) == nil)
    // What holds all of it gets a hole.
    let around = run(PageRect(x: 0, y: 0, width: 100, height: 100))
    #expect(try cutter.fill([around], isEvenOdd: false)?.count == 2)
    #expect(cutter.stroke([around], keepsStart: false) == nil)
    let within = run(PageRect(x: 40, y: 40, width: 10, height: 10))
    #expect(try cutter.fill([within], isEvenOdd: true) == [])
    #expect(cutter.stroke([within], keepsStart: false) == [])
  }

  @Test func aCurveThatGoesInTellsNothingOfTheRest() throws {
    let cutter = try #require(PathCutter(Self.square, scale: 1))
    let curve = CubicCurve(
      PagePoint(x: 0, y: 50), PagePoint(x: 20, y: 50), PagePoint(x: 35, y: 60), PagePoint(x: 50, y: 61.25))
    let left = try #require(
      cutter.stroke([PathRun(start: curve.start, segments: [.curve(curve)])], keepsStart: false))
    #expect(left.count == 1 && left[0].segments.count > 5)
    #expect(left[0].segments.allSatisfy { if case .line = $0 { true } else { false } })
    #expect(abs(left[0].end.x - 30) < 1e-4 && left[0].startCut == nil && left[0].endCut != nil)
  }

  @Test func aClosedLineStaysInOnePieceWhereItBegins() throws {
    let cutter = try #require(PathCutter(Self.square, scale: 1))
    let points = [PagePoint(x: 0, y: 50), PagePoint(x: 50, y: 50), PagePoint(x: 0, y: 90)]
    let run = PathRun(
      start: points[0], segments: zip(points, points.dropFirst()).map { .line(LineSegment($0, $1)) },
      isClosed: true)
    let left = try #require(cutter.stroke([run], keepsStart: false))
    #expect(left.count == 1 && left[0].start.x > 0 && abs(left[0].end.x - 30) < 1e-4 && !left[0].isClosed)
    let dashed = try #require(cutter.stroke([run], keepsStart: true))
    #expect(dashed.count == 2 && dashed[0].start == points[0] && dashed[1].offset > 50)
  }

  @Test func aStrokeThatEndsAtASlantIsDrawnOnUnderTheArea() {
    let direction = PagePoint(x: 0.6, y: 0.8)
    let run = PathRun(
      start: .zero, segments: [.line(LineSegment(.zero, PagePoint(x: 6, y: 8)))],
      endCut: .init(direction: direction, steepness: 0.8, depth: 40))
    // Half the width across, 0.75 of that along, and a little.
    #expect(abs(run.extended(lineWidth: 4).end.distance(to: .zero) - (10 + 2 * 0.8)) < 1e-9)
    let short = PathRun(
      start: .zero, segments: run.segments, endCut: .init(direction: direction, steepness: 0.8, depth: 0.5))
    #expect(abs(short.extended(lineWidth: 4).end.distance(to: .zero) - 10.5) < 1e-9)
  }

  @Test func outlinesThatRunTooOftenAlongAnEdgeAreRefused() throws {
    let cutter = try #require(PathCutter(Self.square, scale: 1))
    var run = PathRun(start: PagePoint(x: 20, y: 50), isClosed: true)
    for index in 0..<3000 {
      let y = 40 + Double(index % 100) / 10
      for point in [PagePoint(x: 50, y: y), PagePoint(x: 50, y: 20), PagePoint(x: 20, y: y)] {
        run.segments.append(.line(LineSegment(run.end, point)))
      }
    }
    #expect(throws: PathCutter.TooIntricate.self) { try cutter.fill([run], isEvenOdd: false) }
  }
}
