import Foundation
public import PostilModel

/// Foresees where a pen will be in a few milliseconds, from the samples that it reported: what is painted ahead of them hides that a
/// screen shows a frame late. What is foreseen is never a part of a stroke.
///
/// A Kalman filter estimates place, velocity and acceleration from samples that are off by a little and come at uneven times: what it
/// expects is a pen whose acceleration changes at random. Its answer depends on how often the device reports and on the way of the pen,
/// not on the zoom.
///
/// ```swift
/// var predictor = StrokePredictor()
/// for sample in samples { predictor.add(sample) }
/// let tip = predictor.way(for: 0.008).last      // where the pen is in 8 ms, if that can be told
/// ```
public struct StrokePredictor: Sendable {
  /// The farthest that is foreseen, in seconds.
  public static let longest = 0.05

  /// How much a jerk counts, against how far samples are off: the density of its noise, in (points/s³)²·s, for a sample that is off
  /// by one point. The two scale alike with the zoom, so their quotient holds for all of it.
  private static let unrest = 4e12
  /// How much of a change of the speed goes on: hands do not speed up, nor slow down, for long.
  private static let persistence = 0.6
  /// Samples farther apart than this, in seconds, are two movements.
  private static let longestGap = 0.1
  /// What is foreseen of fewer samples than this is shorter.
  private static let enough = 4

  private var x = Axis()
  private var y = Axis()
  private var spread = Covariance()
  private var last: (point: PagePoint, time: Double)?
  private var count = 0
  /// How far the last samples were from where they were expected, and how far the pen went between them, both as means that fade.
  private var surprise = 0.0
  private var stride = 0.0

  /// Makes a predictor that knows nothing.
  public init() {}

  /// Takes a sample. One without a time, or one whose time is not later than that of the last, says nothing; a gap begins anew. O(1).
  public mutating func add(_ sample: PenSample) {
    guard let time = sample.time, time.isFinite, sample.point.isUsable else { return }
    guard let last, time > last.time, time - last.time <= Self.longestGap else {
      if let last, time <= last.time, last.time - time < Self.longestGap { return }
      return begin(at: sample.point, time)
    }
    let step = time - last.time
    x.advance(by: step)
    y.advance(by: step)
    spread.advance(by: step, unrest: Self.unrest)
    let (dx, dy) = (sample.point.x - x.place, sample.point.y - y.place)
    if count >= 3 {
      surprise += (hypot(dx, dy) - surprise) * 0.3
      stride += (last.point.distance(to: sample.point) - stride) * 0.3
    }
    let gain = spread.measure()
    x.correct(by: dx, gain)
    y.correct(by: dy, gain)
    self.last = (sample.point, time)
    count += 1
  }

  /// Forgets all samples.
  public mutating func reset() { self = StrokePredictor() }

  /// The way of the pen from its last sample on, in steps of a few milliseconds, without that sample; empty if nothing can be told.
  ///
  /// - Parameter duration: How far to foresee, in seconds from the last sample; brought into 0…``longest`` (NaN: 0).
  public func way(for duration: Double) -> [PagePoint] {
    let duration = duration.limited(to: 0...Self.longest, default: 0)
    guard let last, count >= 3, duration > 0 else { return [] }
    let trusted = duration * confidence
    let steps = max(Int((trusted / 0.004).rounded(.up)), 1)
    let way = (1...steps).map { place(after: trusted * Double($0) / Double(steps), from: last.point) }
    return way.allSatisfy(\.isUsable) && trusted > 0.0005 ? way : []
  }

  private mutating func begin(at point: PagePoint, _ time: Double) {
    self = StrokePredictor()
    (x.place, y.place) = (point.x, point.y)
    last = (point, time)
    count = 1
  }

  /// How far into the time asked for to go, 0…1: less at the start, and where the pen does not go as expected.
  private var confidence: Double {
    let known = min(Double(count) / Double(Self.enough), 1)
    guard stride > 0 else { return 0 }
    // Noise of half a stride and more: the pen stands still and trembles.
    return known * (1.8 - 1.6 * surprise / stride).limited(to: 0...1, default: 0)
  }

  /// The place after a time. The movement goes on as it is, a pen that slows down stops and does not turn back, and a curve becomes
  /// no tighter.
  private func place(after time: Double, from point: PagePoint) -> PagePoint {
    let (vx, vy) = (x.velocity, y.velocity)
    let speed = hypot(vx, vy)
    guard speed > 0 else { return point }
    let (ux, uy) = (vx / speed, vy / speed)
    let along = Self.persistence * (x.acceleration * ux + y.acceleration * uy)
    let across = y.acceleration * ux - x.acceleration * uy
    // Where the pen slows down it stops before it turns.
    let moving = along < 0 ? min(time, -speed / along) : time
    let length = speed * moving + along * moving * moving / 2
    // A turn of so many radians, on a circle as tight as now.
    let turn = (across / speed * moving).limited(to: -1...1, default: 0)
    let (forward, sideways) =
      abs(turn) < 1e-6 ? (length, 0) : (length * sin(turn) / turn, length * (1 - cos(turn)) / turn)
    return PagePoint(
      x: x.place + ux * forward - uy * sideways, y: y.place + uy * forward + ux * sideways)
  }
}

/// What the filter estimates of a coordinate.
private struct Axis: Sendable {
  var place = 0.0
  var velocity = 0.0
  var acceleration = 0.0

  mutating func advance(by step: Double) {
    place += (velocity + acceleration * step / 2) * step
    velocity += acceleration * step
  }

  mutating func correct(by difference: Double, _ gain: (Double, Double, Double)) {
    place += gain.0 * difference
    velocity += gain.1 * difference
    acceleration += gain.2 * difference
  }
}

/// How far off the estimates may be: the same for both coordinates, for samples that are off by one point. The upper half of a symmetric
/// matrix of place, velocity and acceleration.
private struct Covariance: Sendable {
  private var pp = 1.0
  private var pv = 0.0
  private var pa = 0.0
  private var vv = 1e8
  private var va = 0.0
  private var aa = 1e12

  /// Time goes on by a step, and the jerk is white noise of a density (Bar-Shalom, Li, Kirubarajan: Estimation with Applications to
  /// Tracking and Navigation, 6.2.3).
  mutating func advance(by t: Double, unrest q: Double) {
    let (t2, t3) = (t * t, t * t * t)
    let pp = self.pp + 2 * t * pv + t2 * (vv + pa) + t3 * va + t2 * t2 / 4 * aa
    let pv = self.pv + t * (vv + pa) + 1.5 * t2 * va + t3 / 2 * aa
    let pa = self.pa + t * va + t2 / 2 * aa
    let vv = self.vv + 2 * t * va + t2 * aa
    let va = self.va + t * aa
    self.pp = pp + q * t2 * t3 / 20
    self.pv = pv + q * t2 * t2 / 8
    self.pa = pa + q * t3 / 6
    self.vv = vv + q * t3 / 3
    self.va = va + q * t2 / 2
    aa += q * t
  }

  /// A sample of the place, off by one point. Returns how much of its difference goes into each estimate.
  mutating func measure() -> (Double, Double, Double) {
    let total = pp + 1
    let (g0, g1, g2) = (pp / total, pv / total, pa / total)
    (vv, va, aa) = (vv - g1 * pv, va - g1 * pa, aa - g2 * pa)
    (pp, pv, pa) = (pp * (1 - g0), pv * (1 - g0), pa * (1 - g0))
    return (g0, g1, g2)
  }
}
