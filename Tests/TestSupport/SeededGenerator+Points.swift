package import PostilModel

extension SeededGenerator {
  package init(trial seed: Int) { self.init(seed: UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15) }

  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  package mutating func point(_ range: ClosedRange<Double> = 0...200) -> PagePoint {
    PagePoint(x: number(range), y: number(range))
  }

  /// A random walk of points, steps of up to `step` each way.
  package mutating func walk(_ count: Int, step: Double = 20) -> [PagePoint] {
    var points = [point(50...150)]
    for _ in 1..<max(count, 1) {
      let last = points[points.count - 1]
      points.append(last.offset(dx: number(-step...step), dy: number(-step...step)))
    }
    return points
  }
}
