import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct CubicCurveTests {
  private func quadratic(_ a: PagePoint, _ b: PagePoint, _ c: PagePoint, _ t: Double) -> PagePoint {
    a.interpolated(to: b, at: t).interpolated(to: b.interpolated(to: c, at: t), at: t)
  }

  @Test(arguments: 0..<50) func raisingAQuadraticIsExact(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let (a, b, c) = (random.point(), random.point(), random.point())
    let cubic = CubicCurve(raising: a, b, c)
    for step in 0...40 {
      let t = Double(step) / 40
      #expect(cubic.point(at: t).distance(to: quadratic(a, b, c, t)) < 1e-12 * 400)
    }
    #expect(cubic.start == a && cubic.end == c)
  }

  @Test(arguments: 0..<50) func piecesLieOnTheCurve(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let curve = CubicCurve(random.point(), random.point(), random.point(), random.point())
    let (low, high) = (random.number(0...0.5), random.number(0.5...1))
    let piece = curve.piece(from: low, to: high)
    for step in 0...10 {
      let t = Double(step) / 10
      #expect(piece.point(at: t).distance(to: curve.point(at: low + (high - low) * t)) < 1e-10)
    }
    #expect(curve.piece(from: 0, to: 1) == curve)
    #expect(curve.piece(from: 0, to: high).start == curve.start)
    #expect(curve.piece(from: low, to: 1).end == curve.end)
  }

  @Test(arguments: 0..<50) func theExtentIsTight(seed: Int) {
    var random = SeededGenerator(trial: seed)
    let curve = CubicCurve(random.point(), random.point(), random.point(), random.point())
    let sampled = PageRect.bounding((0...2000).map { curve.point(at: Double($0) / 2000) }) ?? .zero
    #expect(curve.extent.insetBy(-1e-9).union(sampled) == curve.extent.insetBy(-1e-9))
    #expect(sampled.insetBy(-0.01).union(curve.extent) == sampled.insetBy(-0.01))
  }

  @Test(arguments: [0.001, 0.1, 5]) func flatteningKeepsItsTolerance(tolerance: Double) {
    let curve = CubicCurve(
      PagePoint(x: 0, y: 0), PagePoint(x: 300, y: 10), PagePoint(x: -200, y: 50), PagePoint(x: 10, y: 60))
    let flat = Polyline(curve.flattened(tolerance: tolerance))
    for step in 0...1000 {
      #expect(flat.distance(to: curve.point(at: Double(step) / 1000)) <= tolerance)
    }
  }

  @Test func nothingTrapsOnWhatIsNotANumber() {
    let bad = PagePoint(x: .nan, y: .infinity)
    let curve = CubicCurve(bad, .zero, bad, PagePoint(x: 1e300, y: -1e300))
    #expect(curve.flattened(tolerance: 0.01).count == 2)
    #expect(CubicCurve(.zero, .zero, .zero, .zero).extent == .zero)
    _ = curve.extent
    _ = curve.piece(from: .nan, to: 2)
  }
}
