import PostilModel
import PostilTools
import Testing

@Suite struct PenResponseTests {
  @Test func softAndFirmBendTheCurveBetweenItsEnds() {
    for curve in [PressureCurve.soft, .even, .firm] {
      #expect(curve.width(at: 0) == 0.2 && curve.width(at: 1) == 1.8)
      let widths = stride(from: 0.0, through: 1, by: 0.05).map { curve.width(at: $0) }
      #expect(widths == widths.sorted())
    }
    #expect(PressureCurve.soft.width(at: 0.3) > PressureCurve.even.width(at: 0.3))
    #expect(PressureCurve.firm.width(at: 0.3) < PressureCurve.even.width(at: 0.3))
  }

  @Test func aPenThatLeansShades() {
    let curve = TiltCurve.shading
    #expect(curve.factor(at: 0) == 1 && curve.factor(at: 0.6) == 1 && curve.factor(at: 1.2) == 4)
    #expect(curve.factor(at: .nan) == 1 && curve.factor(at: .infinity) == 4 && curve.factor(at: -1) == 1)
    let factors = stride(from: 0.0, through: 1.6, by: 0.05).map { curve.factor(at: $0) }
    #expect(factors == factors.sorted())
    #expect(
      TiltCurve(start: 1, end: 0.5, widest: 2).factor(at: 1.1) == 2, "an end before the start is a step")
  }

  @Test func bothMultiply() {
    let response = PenResponse(pressure: .even, tilt: .shading)
    let sample = PenSample(.zero, pressure: 0.5, tilt: 1.3)
    #expect(response.width(at: sample) == 4)
    #expect(response.width(at: PenSample(.zero, tilt: 1.3)) == 4)
    #expect(response.width(at: PenSample(.zero, pressure: 1)) == 1.8)
    #expect(response.width(at: PenSample(.zero)) == nil && PenResponse.none.width(at: sample) == nil)
    let wide = PenResponse(pressure: PressureCurve(heaviest: 99), tilt: TiltCurve(widest: 99))
    #expect(wide.width(at: PenSample(.zero, pressure: 1, tilt: 1.5)) == 10)
  }
}
