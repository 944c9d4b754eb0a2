import Foundation
public import PostilModel

/// Takes the trembling out of a stroke: its point follows the pen as if drawn behind it, the slower the stronger it is.
///
/// The point goes through two delays, one after the other, so that it changes neither its place nor its direction in jumps. When the pen
/// is lifted it goes on to where the pen was (``rest()``). At strength 0 points are those of the pen.
public struct StrokeStabilizer: Sendable, Hashable {
  /// The time that each delay takes at full strength, in seconds.
  private static let longestDelay = 0.09
  /// The time between samples that have none, in seconds.
  private static let usualStep = 1.0 / 120
  /// How near to the pen counts as there, in points.
  private static let arrival = 0.05

  /// 0…1: 0 does nothing.
  public let strength: Double
  private var pen: PenSample?
  private var middle = PagePoint.zero
  private var place = PagePoint.zero

  /// Makes a stabilizer.
  ///
  /// - Parameter strength: Brought into 0…1 (NaN: 0).
  public init(strength: Double = 0) { self.strength = strength.limited(to: 0...1, default: 0) }

  /// The point that is drawn when the pen is at a sample. The first sample after ``reset()`` is where it is. O(1).
  public mutating func point(for sample: PenSample) -> PagePoint {
    guard strength > 0, let last = pen else {
      (pen, middle, place) = (sample, sample.point, sample.point)
      return sample.point
    }
    let step = zip(last.time, sample.time).map { $1 - $0 } ?? Self.usualStep
    pen = sample
    return follow(sample.point, for: step.limited(to: 0...1, default: Self.usualStep))
  }

  /// The points that lead to where the pen was last, when it is lifted; none if the point is there.
  public mutating func rest() -> [PagePoint] {
    guard strength > 0, let pen else { return [] }
    var way: [PagePoint] = []
    // Each step leaves a part of the way, so a few are enough.
    while place.distance(to: pen.point) > Self.arrival, way.count < 40 {
      way.append(follow(pen.point, for: delay / 2))
    }
    if way.isEmpty { return place == pen.point ? [] : [pen.point] }
    way[way.count - 1] = pen.point
    return way
  }

  /// Forgets the stroke.
  public mutating func reset() { self = StrokeStabilizer(strength: strength) }

  // A hand feels small delays more than large ones.
  private var delay: Double { strength * strength * Self.longestDelay }

  private mutating func follow(_ target: PagePoint, for step: Double) -> PagePoint {
    let share = 1 - exp(-step / delay)
    middle = middle.interpolated(to: target, at: share)
    place = place.interpolated(to: middle, at: share)
    return place
  }
}

private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
  guard let a, let b else { return nil }
  return (a, b)
}
