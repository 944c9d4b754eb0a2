import Foundation
import PostilModel

/// A stroke as places at even distances (resampled).
struct ResampledStroke {
  let points: [PagePoint]
  /// The length of the way through the places, in points.
  let length: Double
  /// The diagonal of the rectangle around them, in points.
  let size: Double

  /// Makes the outline of a stroke without what was drawn while the pen was held still at its end; `nil` if it has no length.
  init?(_ points: [PagePoint], count: Int) {
    guard let last = points.last, let box = PageRect.bounding(points) else { return nil }
    let size = hypot(box.width, box.height)
    guard size > 0, size.isFinite else { return nil }
    var used = points[...]
    while used.count > 2, let end = used.dropLast().last, end.distance(to: last) < 0.015 * size {
      used.removeLast()
    }
    guard let even = Self.even(used.dropLast() + [last], count: count) else { return nil }
    self.init(even: even, size: size)
  }

  private init(even points: [PagePoint], size: Double) {
    self.points = points
    self.size = size
    length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// The outline as a closed one, without what was drawn twice or beyond where the ends meet; `nil` if they do not.
  func closed(count: Int) -> ResampledStroke? {
    let reach = points.count / 8
    var best = (first: 0, last: points.count - 1, distance: Double.infinity)
    for first in 0..<reach {
      for last in (points.count - reach)..<points.count {
        // Of places that are as near the outermost are taken.
        let distance =
          points[first].distance(to: points[last]) + 0.002 * length * Double(first + points.count - 1 - last)
          / 4
        if distance < best.distance { best = (first, last, distance) }
      }
    }
    guard points[best.first].distance(to: points[best.last]) < 0.13 * length else { return nil }
    let loop = Array(points[best.first...best.last]) + [points[best.first]]
    guard let even = Self.even(loop, count: count + 1) else { return nil }
    return ResampledStroke(even: Array(even.dropLast()), size: size)
  }

  /// How far a closed outline turns in all: counterclockwise less clockwise, and both together, in radians.
  var turning: (signed: Double, absolute: Double) {
    // Over several places, so that trembling does not count.
    let reach = max(points.count / 24, 1)
    let thinned = stride(from: 0, to: points.count - reach / 2, by: reach).map { points[$0] }
    var (signed, absolute) = (0.0, 0.0)
    for index in thinned.indices {
      let (a, b, c) = (
        thinned[index], thinned[(index + 1) % thinned.count], thinned[(index + 2) % thinned.count]
      )
      let turn = remainder(atan2(c.y - b.y, c.x - b.x) - atan2(b.y - a.y, b.x - a.x), 2 * .pi)
      signed += turn
      absolute += abs(turn)
    }
    return (signed, absolute)
  }

  /// The places at which an open outline bends, its ends included (Douglas and Peucker 1973).
  func corners(tolerance: Double) -> [Int] {
    var kept: Set<Int> = [0, points.count - 1]
    var open = [(0, points.count - 1)]
    while let (first, last) = open.popLast() {
      guard last - first > 1 else { continue }
      let distances = (first + 1..<last).map { ($0, distance(points[$0], points[first], points[last])) }
      guard let farthest = distances.max(by: { $0.1 < $1.1 }), farthest.1 > tolerance else { continue }
      kept.insert(farthest.0)
      open += [(first, farthest.0), (farthest.0, last)]
    }
    return kept.sorted()
  }

  /// Places at even distances along a way; `nil` if it has no length.
  private static func even(_ points: some Collection<PagePoint>, count: Int) -> [PagePoint]? {
    let total = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    guard total > 0, total.isFinite, let first = points.first, count > 1 else { return nil }
    let step = total / Double(count - 1)
    var (result, done) = ([first], 0.0)
    for (from, to) in zip(points, points.dropFirst()) {
      let length = from.distance(to: to)
      while result.count < count, Double(result.count) * step <= done + length + step * 1e-9 {
        let share = length > 0 ? (Double(result.count) * step - done) / length : 1
        result.append(from.interpolated(to: to, at: min(max(share, 0), 1)))
      }
      done += length
    }
    while result.count < count, let last = result.last { result.append(last) }
    return result
  }
}
