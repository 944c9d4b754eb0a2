import PostilModel
import PostilTestSupport
import PostilTools
import Testing

@Suite struct StrokeStabilizerTests {
  private func drawn(_ samples: [PenSample], strength: Double) -> [PagePoint] {
    var stabilizer = StrokeStabilizer(strength: strength)
    return samples.map { stabilizer.point(for: $0) } + stabilizer.rest()
  }

  /// How far points are above or below the middle of their neighbors.
  private func trembling(_ points: [PagePoint]) -> Double {
    let off = points.indices.dropFirst().dropLast().map { index in
      abs((points[index - 1].y + points[index + 1].y) / 2 - points[index].y)
    }
    return off.reduce(0, +) / Double(max(off.count, 1))
  }

  private func shakyLine(_ seed: Int) -> [PenSample] {
    var random = SeededGenerator(trial: seed)
    return (0..<150).map { index in
      PenSample(
        PagePoint(x: Double(index) * 2, y: 100 + random.gauss() * 0.7), time: Double(index) * 0.0075)
    }
  }

  @Test func strengthZeroChangesNothing() {
    let samples = shakyLine(1)
    #expect(drawn(samples, strength: 0) == samples.map(\.point))
    #expect(drawn(samples, strength: .nan) == samples.map(\.point))
  }

  @Test(arguments: 0..<10) func strongerIsSteadier(seed: Int) {
    let samples = shakyLine(seed)
    let values = [0, 0.4, 0.7, 1].map { trembling(drawn(samples, strength: $0)) }
    #expect(values == values.sorted(by: >))
    #expect(values[1] < values[0] / 2 && values[3] < values[0] / 10)
  }

  @Test(arguments: [0.1, 0.5, 1, 7]) func endsWhereThePenIsLifted(strength: Double) {
    let samples = shakyLine(2)
    #expect(drawn(samples, strength: strength).last == samples.last?.point)
  }

  @Test func samplesWithoutTimesCountAsEven() {
    let samples = shakyLine(3)
    let plain = drawn(samples.map { PenSample($0.point) }, strength: 0.6)
    #expect(trembling(plain) < trembling(samples.map(\.point)) / 2)
    let odd = samples.map { PenSample($0.point, time: $0.point.y > 100 ? .nan : -.infinity) }
    #expect(drawn(odd, strength: 0.6).allSatisfy { $0.isUsable })
  }
}
