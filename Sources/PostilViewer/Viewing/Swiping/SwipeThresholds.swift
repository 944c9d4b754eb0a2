/// What makes a movement of the finger a swipe. Numbers out of range are replaced by the defaults.
struct SwipeThresholds: Sendable, Hashable {
  /// How far the finger moves before it is decided whether it swipes or pans, in units of the view, 0…10,000.
  var lockDistance = 8.0
  /// The least ratio of horizontal to vertical movement in a swipe, 0.01…100.
  var directionRatio = 1.2
  /// The fraction of the view's width, 0…1, after which the page changes.
  var distanceFraction = 0.35
  /// The least velocity of a flick, which changes the page after any distance, in units of the view a second, 1…1,000,000.
  var flickVelocity = 500.0
  /// How long a movement counts for the velocity, in seconds, 0…10: a finger that rested before it was lifted does not flick.
  var flickMemory = 0.1
  /// The fraction of the finger's movement, 0…1, that the page follows at first if there is no page beside it.
  var resistance = 0.5
  /// How long the page takes to its target after the finger was lifted, in seconds, 0…10.
  var settlingDuration = 0.25

  /// Makes the default thresholds.
  init() {}

  /// Replaces invalid numbers by the defaults.
  var limited: SwipeThresholds {
    let usual = SwipeThresholds()
    var limited = SwipeThresholds()
    limited.lockDistance = Self.number(lockDistance, 0...10_000, usual.lockDistance)
    limited.directionRatio = Self.number(directionRatio, 0.01...100, usual.directionRatio)
    limited.distanceFraction = Self.number(distanceFraction, 0...1, usual.distanceFraction)
    limited.flickVelocity = Self.number(flickVelocity, 1...1_000_000, usual.flickVelocity)
    limited.flickMemory = Self.number(flickMemory, 0...10, usual.flickMemory)
    limited.resistance = Self.number(resistance, 0...1, usual.resistance)
    limited.settlingDuration = Self.number(settlingDuration, 0...10, usual.settlingDuration)
    return limited
  }

  private static func number(_ number: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
    range.contains(number) ? number : usual
  }
}
