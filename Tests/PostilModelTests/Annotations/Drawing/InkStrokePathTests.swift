import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct InkStrokePathTests {
  @Test(arguments: 0..<60) func smoothingStaysNearThePoints(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let points = random.walk(3 + seed)
    let path = InkStroke(points: points).path
    let polyline = Polyline(points)
    let second = zip(zip(points, points.dropFirst()), points.dropFirst(2)).map { pair, c in
      PagePoint(x: pair.0.x - 2 * pair.1.x + c.x, y: pair.0.y - 2 * pair.1.y + c.y).distance(to: .zero)
    }
    let bound = (second.max() ?? 0) / 8
    for point in path.samples(step: 0.5) { #expect(polyline.distance(to: point) <= bound + 1e-9) }
    let curve = Polyline(path)
    for point in points { #expect(curve.distance(to: point) <= bound + 1e-3) }
  }

  @Test func smoothingRunsFromMidpointToMidpoint() {
    let points = [
      PagePoint(x: 0, y: 0), PagePoint(x: 30, y: 0), PagePoint(x: 30, y: 30), PagePoint(x: 60, y: 30),
    ]
    let expected = PagePath([
      .move(points[0]), .line(PagePoint(x: 15, y: 0)),
      .curve(PagePoint(x: 25, y: 0), PagePoint(x: 30, y: 5), PagePoint(x: 30, y: 15)),
      .curve(PagePoint(x: 30, y: 25), PagePoint(x: 35, y: 30), PagePoint(x: 45, y: 30)),
      .line(points[3]),
    ])
    let path = InkStroke(points: points).path
    #expect(path.elements.count == expected.elements.count)
    for (a, b) in zip(path.segments(), expected.segments()) {
      #expect(a.start.distance(to: b.start) < 1e-12 && a.end.distance(to: b.end) < 1e-12)
      #expect(a.cubic.control1.distance(to: b.cubic.control1) < 1e-12)
      #expect(a.cubic.control2.distance(to: b.cubic.control2) < 1e-12)
    }
  }

  @Test(arguments: [InkStroke.Curve.smooth, .straight], 2..<20)
  func theFirstAndTheLastPointAreOnThePath(curve: InkStroke.Curve, count: Int) {
    var random = SeededGenerator(trial: count)
    let points = random.walk(count)
    let segments = InkStroke(points: points, curve: curve).path.segments()
    #expect(segments.first?.start == points.first)
    #expect(segments.last?.end == points.last)
  }

  @Test func twoPointsAreALine() {
    let points = [PagePoint(x: 1, y: 2), PagePoint(x: 9, y: 4)]
    #expect(InkStroke(points: points).path == PagePath([.move(points[0]), .line(points[1])]))
  }

  @Test(arguments: 1..<10) func surplusBezierPointsAreIgnored(count: Int) {
    var random = SeededGenerator(trial: 1)
    let points = Array(random.walk(9).prefix(count))
    let stroke = InkStroke(points: points, curve: .bezier)
    let used = (count - 1) / 3
    if used == 0 {
      #expect(stroke.dot == points[0])
    } else {
      #expect(stroke.path.elements.count == used + 1)
      #expect(stroke.path.segments().last?.end == points[3 * used])
    }
  }

  @Test func noPointsMakeNoPath() {
    for curve in [InkStroke.Curve.smooth, .straight, .bezier] {
      #expect(InkStroke(points: [], curve: curve).path.isEmpty)
      #expect(InkStroke(points: [], curve: curve).dot == nil)
    }
  }

  @Test func pointsThatAreAllTheSameAreADot() {
    let point = PagePoint(x: 7, y: 8)
    for curve in [InkStroke.Curve.smooth, .straight, .bezier] {
      #expect(InkStroke(points: [point, point, point, point], curve: curve).dot == point)
    }
    #expect(InkStroke(points: [point, point, point, PagePoint(x: 8, y: 8)]).dot == nil)
  }
}
