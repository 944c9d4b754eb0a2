import Foundation

/// Kinetic scrolling of a grid, after a finger that scrolled it was lifted.
struct GridFling {
  /// How long before the finger is lifted its movements count for the speed, in seconds.
  private static let moments = 0.1
  /// The time in which the speed falls to about a third, in seconds.
  private static let decay = 0.325
  private static let (slowest, fastest) = (40.0, 8000.0)

  private var samples: [(time: Double, offset: Double)] = []
  /// How fast the content scrolls by itself, in units a second.
  private(set) var speed = 0.0
  private var time: Double?

  /// Whether it scrolls by itself.
  var isMoving: Bool { speed != 0 }

  /// A finger or button goes down.
  mutating func stop() { self = GridFling() }

  /// Records the scroll offset while the finger moves.
  mutating func note(_ offset: Double, at time: Double) {
    samples.append((time, offset))
    samples.removeAll { $0.time < time - Self.moments }
  }

  /// The finger is lifted.
  mutating func start(at time: Double) {
    samples.removeAll { $0.time < time - Self.moments }
    guard let first = samples.first, let last = samples.last, last.time - first.time > 0.005 else {
      return stop()
    }
    let speed = (last.offset - first.offset) / (last.time - first.time)
    stop()
    guard abs(speed) >= Self.slowest else { return }
    self.speed = min(max(speed, -Self.fastest), Self.fastest)
  }

  /// Advances to a time, and returns the distance to scroll, in units.
  mutating func advance(to now: Double) -> Double {
    let passed = min(max(now - (time ?? now), 0), 0.1)
    time = now
    let distance = speed * passed
    speed *= exp(-passed / Self.decay)
    if abs(speed) < Self.slowest { stop() }
    return distance
  }
}
