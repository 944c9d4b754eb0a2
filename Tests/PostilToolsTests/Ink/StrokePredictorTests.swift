import PostilModel
import PostilTestSupport
import PostilTools
import Testing

@Suite struct StrokePredictorTests {
  /// How far the newest sample, and the predicted tip, are from where the pen is a frame later: means, and where 95 of 100 are.
  private struct Errors {
    var plain: [Double] = []
    var predicted: [Double] = []

    static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
    static func most(_ values: [Double]) -> Double { values.sorted()[values.count * 95 / 100] }
  }

  private static func errors(frame: Double) -> Errors {
    var errors = Errors()
    for seed in 0..<100 {
      var random = SeededGenerator(trial: seed)
      let stroke = random.penStroke()
      let end = Double(stroke.way.count - 1) / 1000
      var predictor = StrokePredictor()
      for report in stroke.reports {
        predictor.add(PenSample(report.point, time: report.time))
        guard report.time + frame <= end else { continue }
        let place = stroke.place(at: report.time + frame)
        errors.plain.append(report.point.distance(to: place))
        errors.predicted.append((predictor.way(for: frame).last ?? report.point).distance(to: place))
      }
    }
    return errors
  }

  @Test(arguments: [60.0, 120.0]) func halvesTheErrorOfAFrame(rate: Double) {
    let errors = Self.errors(frame: 1 / rate)
    #expect(errors.plain.count > 5000)
    #expect(Errors.mean(errors.predicted) < Errors.mean(errors.plain) / 2)
    #expect(Errors.most(errors.predicted) < Errors.most(errors.plain) / 2)
  }

  /// Where the pen has stopped the tip is not far beyond.
  @Test func doesNotShootBeyondEnds() {
    var beyond: [Double] = []
    for seed in 0..<100 {
      var random = SeededGenerator(trial: seed)
      let stroke = random.penStroke()
      var predictor = StrokePredictor()
      for report in stroke.reports { predictor.add(PenSample(report.point, time: report.time)) }
      guard let last = stroke.reports.last, let end = stroke.way.last else { continue }
      beyond.append((predictor.way(for: 1.0 / 60).last ?? last.point).distance(to: end))
    }
    #expect(Errors.mean(beyond) < 0.5 && Errors.most(beyond) < 1.5)
  }

  @Test func aPenThatStandsStillIsNotSentAway() {
    var random = SeededGenerator(trial: 3)
    var predictor = StrokePredictor()
    let place = PagePoint(x: 100, y: 100)
    for index in 0..<200 {
      let point = place.offset(dx: random.gauss() * 0.05, dy: random.gauss() * 0.05)
      predictor.add(PenSample(point, time: Double(index) * 0.008))
      #expect((predictor.way(for: 0.016).last ?? place).distance(to: place) < 0.6)
    }
  }

  @Test func foreseesAStraightLine() throws {
    var predictor = StrokePredictor()
    for index in 0..<20 {
      predictor.add(
        PenSample(PagePoint(x: Double(index) * 4, y: Double(index) * 2), time: Double(index) * 0.01))
    }
    let way = predictor.way(for: 0.02)
    let tip = try #require(way.last)
    #expect(tip.distance(to: PagePoint(x: 19 * 4 + 8, y: 19 * 2 + 4)) < 0.5)
    #expect(way.count == 5, "in steps of 4 ms")
  }

  @Test func whatSaysNothingIsLeftOut() {
    var predictor = StrokePredictor()
    for time in [nil, .nan, .infinity] as [Double?] { predictor.add(PenSample(.zero, time: time)) }
    predictor.add(PenSample(PagePoint(x: .nan, y: 0), time: 0))
    #expect(predictor.way(for: 0.01).isEmpty)
    for index in 0..<10 { predictor.add(PenSample(PagePoint(x: Double(index) * 5, y: 0), time: 1)) }
    #expect(predictor.way(for: 0.01).isEmpty, "all at one time")
    for index in 0..<10 {
      predictor.add(PenSample(PagePoint(x: Double(index) * 5, y: 0), time: 2 + Double(index) * 0.01))
    }
    #expect(
      !predictor.way(for: 0.01).isEmpty && predictor.way(for: .nan).isEmpty && predictor.way(for: -1).isEmpty)
    #expect((predictor.way(for: 1e300).last?.x ?? 1000) < 80, "as far as 50 ms go")
    predictor.add(PenSample(PagePoint(x: 500, y: 0), time: 9))
    #expect(predictor.way(for: 0.01).isEmpty, "after a gap it begins anew")
  }

  @Test(arguments: 0..<50) func anythingGoes(seed: Int) {
    var random = SeededGenerator(trial: seed)
    var predictor = StrokePredictor()
    var time = 0.0
    for _ in 0..<200 {
      time += random.number(-0.01...0.06)
      predictor.add(PenSample(random.point(-1e6...1e6), time: time))
      #expect(predictor.way(for: random.number(0...0.06)).allSatisfy { $0.isUsable })
    }
  }
}
