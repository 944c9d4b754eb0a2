import Testing

@testable import PostilModel

@Suite struct SwathTests {
  @Test(arguments: 0..<300) func stretchesAreWhereTheSegmentIsNear(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let swath = Swath(from: random.point(), to: random.point(), radius: random.number(0...40))
    let start = random.point()
    let segments: [PathSegment] = [
      .line(LineSegment(start, random.point())),
      .curve(CubicCurve(start, random.point(), random.point(), random.point())),
    ]
    for segment in segments {
      let found = swath.stretches(of: segment, within: swath.radius)
      for step in 0...500 {
        let t = Double(step) / 500
        let distance = swath.axis.distance(to: segment.cubic.point(at: t))
        let isFound = found.contains { $0.from <= t && t <= $0.to }
        if distance < swath.radius - 1e-9 { #expect(isFound) }
        if distance > swath.radius + 3 * Swath.curveTolerance { #expect(!isFound) }
      }
    }
  }

  @Test(arguments: [0.001, 0.5, 10, 500]) func theOutlineHoldsTheSwathTightly(radius: Double) {
    let swath = Swath(from: PagePoint(x: 3, y: 4), to: PagePoint(x: 90, y: -17), radius: radius)
    let outline = swath.outline
    for point in outline {
      #expect(abs(swath.axis.distance(to: point) - radius) <= Swath.outlineTolerance)
    }
    for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) {
      #expect(swath.axis.distance(to: a.interpolated(to: b, at: 0.5)) >= radius - 1e-9)
    }
  }

  @Test func aSwathOfOnePointIsADisc() {
    let swath = Swath(from: .zero, to: .zero, radius: 2)
    let line = LineSegment(PagePoint(x: -4, y: 0), PagePoint(x: 4, y: 0))
    #expect(swath.stretch(of: line, within: 2) == Stretch(from: 0.25, to: 0.75))
    #expect(swath.stretch(of: LineSegment(.zero, .zero), within: 2) == Stretch(from: 0, to: 1))
    #expect(swath.stretch(of: LineSegment(PagePoint(x: 5, y: 0), PagePoint(x: 9, y: 0)), within: 2) == nil)
  }
}
