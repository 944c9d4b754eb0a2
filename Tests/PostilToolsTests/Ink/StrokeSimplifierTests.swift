import PostilTestSupport
import PostilTools
import Testing

@testable import PostilModel

@Suite struct StrokeSimplifierTests {
  /// Places along a stroke as it is drawn, with the width there.
  private func places(_ stroke: InkStroke, steps: Int) -> [(PagePoint, Double)] {
    let hasWidths = stroke.hasWidths
    let along =
      hasWidths ? stroke.centerLine(through: stroke.widths.map { PagePoint(x: $0, y: 0) }).segments() : []
    return stroke.path.segments().enumerated().flatMap { index, segment in
      (0...steps).map { step in
        let t = Double(step) / Double(steps)
        return (segment.cubic.point(at: t), hasWidths ? along[index].cubic.point(at: t).x : 1)
      }
    }
  }

  /// How far places of one stroke are from the other, at most; the edges too.
  private func distance(_ one: InkStroke, _ other: InkStroke, lineWidth: Double) -> Double {
    let lines = places(other, steps: other.curve == .bezier ? 40 : 6)
    let others = zip(lines, lines.dropFirst())
    return places(one, steps: 5).map { place, width in
      others.map { a, b in
        let segment = LineSegment(a.0, b.0)
        let nearest = segment.distance(to: LineSegment(place, place))
        let share = a.0.distance(to: b.0) > 0 ? min(a.0.distance(to: place) / a.0.distance(to: b.0), 1) : 0
        return nearest + abs(a.1 + (b.1 - a.1) * share - width) * lineWidth / 2
      }.min() ?? 0
    }.max() ?? 0
  }

  @Test(arguments: 0..<10) func staysWithinItsTolerance(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let stroke = random.penStroke(rate: 200)
    let hasWidths = seed % 2 == 1
    let points = stroke.reports.map(\.point)
    let widths = hasWidths ? stroke.reports.map { PressureCurve.even.width(at: $0.pressure) } : []
    let full = InkStroke(points: points, widths: widths)
    let fewer = StrokeSimplifier(tolerance: 0.12, lineWidth: 2).simplified(full)
    #expect(fewer.points.count < full.points.count * 7 / 10)
    #expect(fewer.points.first == points.first && fewer.points.last == points.last)
    #expect(fewer.hasWidths == hasWidths)
    // A little more than is told, since the places compared are not all places, and widths are rounded.
    #expect(distance(full, fewer, lineWidth: 2) < 0.14)
    #expect(distance(fewer, full, lineWidth: 2) < 0.14)
  }

  @Test func whatIsNotSmoothOrShortStaysAsItIs() {
    let simplifier = StrokeSimplifier(tolerance: 1, lineWidth: 1)
    var random = SeededGenerator(trial: 1)
    let points = random.walk(30)
    for stroke in [
      InkStroke(points: points, curve: .straight),
      InkStroke(points: Array(points.prefix(31)), curve: .bezier),
      InkStroke(points: Array(points.prefix(3))), InkStroke(points: []), InkStroke(points: [.zero]),
      InkStroke(points: points.map { PagePoint(x: $0.x, y: .nan) }),
    ] { #expect("\(simplifier.simplified(stroke))" == "\(stroke)") }
  }

  @Test func pointsInOnePlaceAndOddNumbersDoNoHarm() {
    let one = InkStroke(points: Array(repeating: PagePoint(x: 5, y: 5), count: 50))
    #expect(
      StrokeSimplifier(tolerance: .nan, lineWidth: .infinity).simplified(one).points.allSatisfy {
        $0 == one.points[0]
      })
    for seed in 0..<30 {
      var random = SeededGenerator(trial: seed)
      let wild = InkStroke(points: (0..<60).map { _ in random.point(-1e6...1e6) })
      let result = StrokeSimplifier(tolerance: -3, lineWidth: -1).simplified(wild)
      #expect(result.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
  }
}
