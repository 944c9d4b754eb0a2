/// Recent positions of a finger, for its velocity.
struct SwipeTrack: Sendable, Equatable {
  private struct Sample: Sendable, Equatable {
    let x: Double
    let time: Double
  }

  private static let mostSamples = 32
  /// The shortest time that a velocity is computed over, in seconds: simultaneous events would have an infinite one.
  private static let shortestTime = 0.001

  private var samples: [Sample] = []

  /// Adds a place; times must not run backwards.
  mutating func add(_ x: Double, at time: Double) {
    if samples.count >= Self.mostSamples { samples.removeFirst() }
    samples.append(Sample(x: x, time: time))
  }

  /// Units of the view a second, over the last moments before a time.
  func velocity(at time: Double, memory: Double) -> Double {
    let recent = samples.filter { time - $0.time <= memory }
    guard recent.count > 1, let first = recent.first, let last = recent.last else { return 0 }
    return (last.x - first.x) / max(last.time - first.time, Self.shortestTime)
  }
}

/// The animation of a page to its target.
struct SwipeSettling: Sendable, Equatable {
  var outcome = SwipeGesture.Outcome.none
  var from = 0.0
  var to = 0.0
  var start = 0.0
  var duration = 0.0

  /// The position at a time, eased out; `nil` at the end.
  func offset(at time: Double) -> Double? {
    guard duration > 0, time - start < duration else { return nil }
    let rest = 1 - max(time - start, 0) / duration
    return to + (from - to) * rest * rest * rest
  }
}
