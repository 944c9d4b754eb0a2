import PostilModel

/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  mutating func point(_ range: ClosedRange<Double> = 0...200) -> PagePoint {
    PagePoint(x: number(range), y: number(range))
  }

  /// A random walk of points, steps of up to `step` each way.
  mutating func walk(_ count: Int, step: Double = 20) -> [PagePoint] {
    var points = [point(50...150)]
    for _ in 1..<max(count, 1) {
      let last = points[points.count - 1]
      points.append(last.offset(dx: number(-step...step), dy: number(-step...step)))
    }
    return points
  }
}
