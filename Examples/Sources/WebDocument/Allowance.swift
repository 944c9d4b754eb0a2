/// How many messages somebody may still send: so many in one go, then so many a second.
struct Allowance: Sendable {
  private var rest: Double
  private var time: ContinuousClock.Instant
  private let most: Double
  private let perSecond: Double

  init(limits: SessionLimits, at time: ContinuousClock.Instant = .now) {
    most = limits.messageBurst
    perSecond = limits.messagesPerSecond
    rest = most
    self.time = time
  }

  /// Counts a message; `false` if it is one too many.
  mutating func take(at now: ContinuousClock.Instant = .now) -> Bool {
    let seconds = time.duration(to: now) / .seconds(1)
    time = now
    rest = min(most, rest + max(0, seconds) * perSecond)
    guard rest >= 1 else { return false }
    rest -= 1
    return true
  }
}
