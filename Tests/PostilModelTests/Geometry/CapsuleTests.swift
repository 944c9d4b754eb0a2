import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct CapsuleTests {
  @Test(arguments: 0..<300) func rangesAreWhereTheSegmentIsNear(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let capsule = Capsule(from: random.point(), to: random.point(), radius: random.number(0...40))
    let start = random.point()
    let segments: [PathSegment] = [
      .line(LineSegment(start, random.point())),
      .curve(CubicCurve(start, random.point(), random.point(), random.point())),
    ]
    for segment in segments {
      let found = capsule.ranges(of: segment, within: capsule.radius)
      for step in 0...500 {
        let t = Double(step) / 500
        let distance = capsule.axis.distance(to: segment.cubic.point(at: t))
        let isFound = found.contains { $0.from <= t && t <= $0.to }
        if distance < capsule.radius - 1e-9 { #expect(isFound) }
        if distance > capsule.radius + 3 * Capsule.curveTolerance { #expect(!isFound) }
      }
    }
  }

  @Test(arguments: [0.001, 0.5, 10, 500]) func theOutlineHoldsTheCapsuleTightly(radius: Double) {
    let capsule = Capsule(from: PagePoint(x: 3, y: 4), to: PagePoint(x: 90, y: -17), radius: radius)
    let outline = capsule.outline
    for point in outline {
      #expect(abs(capsule.axis.distance(to: point) - radius) <= Capsule.outlineTolerance)
    }
    for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
      #expect(capsule.axis.distance(to: a.interpolated(to: b, at: 0.5)) >= radius - 1e-9)
    }
  }

  @Test func aCapsuleOfOnePointIsADisc() {
    let capsule = Capsule(from: .zero, to: .zero, radius: 2)
    let line = LineSegment(PagePoint(x: -4, y: 0), PagePoint(x: 4, y: 0))
    #expect(capsule.span(of: line, within: 2) == ParameterRange(from: 0.25, to: 0.75))
    #expect(capsule.span(of: LineSegment(.zero, .zero), within: 2) == ParameterRange(from: 0, to: 1))
    #expect(capsule.span(of: LineSegment(PagePoint(x: 5, y: 0), PagePoint(x: 9, y: 0)), within: 2) == nil)
  }
}
