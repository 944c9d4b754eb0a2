/// The movement of a page to its place.
struct SwipeSettling: Sendable, Equatable {
  var outcome = SwipeGesture.Outcome.none
  var from = 0.0
  var to = 0.0
  var start = 0.0
  var duration = 0.0

  /// Where the page is, slower towards the end; `nil` when it has arrived.
  func offset(at time: Double) -> Double? {
    guard duration > 0, time - start < duration else { return nil }
    let rest = 1 - max(time - start, 0) / duration
    return to + (from - to) * rest * rest * rest
  }
}
