import Foundation
import Postil

extension SwipeGesture {
  /// The largest coordinate of a view.
  private static let furthest = 1e9

  /// The point with its coordinates clamped; `nil` for NaN.
  static func usable(_ point: ViewPoint) -> ViewPoint? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return ViewPoint(
      x: min(max(point.x, -furthest), furthest), y: min(max(point.y, -furthest), furthest))
  }

  mutating func pass(to time: Double) {
    if time.isFinite { now = max(now, time) }
  }

  /// Decides between swiping and panning once the finger has moved far enough; the distance until then does not
  /// count, so that nothing jumps.
  mutating func decide(at point: ViewPoint) {
    let (dx, dy) = (point.x - start.x, point.y - start.y)
    let length = hypot(dx, dy)
    guard length > 0, length >= thresholds.lockDistance else { return }
    let isSideways = abs(dx) >= abs(dy) * thresholds.directionRatio
    phase = isSideways && surroundings.canSwipe(dx) ? .swiping : .panning
    let share = min(thresholds.lockDistance / length, 1)
    start = ViewPoint(x: start.x + dx * share, y: start.y + dy * share)
    last = start
  }

  /// The offset of the page for a movement of the finger: at most to the page beside, and with resistance
  /// if there is none.
  func displacement(_ dx: Double) -> Double {
    let most = surroundings.distance
    guard dx != 0, most.isFinite, most > 0 else { return 0 }
    if surroundings.allows(dx < 0 ? .next : .previous) { return min(max(dx, -most), most) }
    guard thresholds.resistance > 0 else { return 0 }
    let way = (1 - 1 / (abs(dx) * thresholds.resistance / most + 1)) * most
    return dx < 0 ? -way : way
  }

  /// Where the page goes if the finger is lifted now. A flick back cancels.
  var outcome: Outcome {
    let velocity = track.velocity(at: now, memory: thresholds.flickMemory)
    var outcome = Outcome.none
    if abs(velocity) >= thresholds.flickVelocity {
      if offset * velocity >= 0 { outcome = velocity < 0 ? .next : .previous }
    } else if offset != 0, abs(offset) >= thresholds.distanceFraction * surroundings.width {
      outcome = offset < 0 ? .next : .previous
    }
    return surroundings.allows(outcome) ? outcome : .none
  }

  mutating func settle(_ outcome: Outcome) {
    guard offset != 0 || outcome != .none else { return reset() }
    let end =
      switch outcome {
      case .none: 0.0
      case .next: -surroundings.distance
      case .previous: surroundings.distance
      }
    phase = .settling
    settling = SwipeSettling(
      outcome: outcome, from: offset, to: end, start: now, duration: thresholds.settlingDuration)
  }
}
