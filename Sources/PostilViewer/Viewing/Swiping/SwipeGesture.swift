/// A swipe from a page to the one beside it.
public struct SwipeGesture: Sendable, Equatable {
  /// Where a swipe has led.
  public enum Outcome: Sendable, Hashable, CaseIterable {
    /// To the page where it began.
    case none
    /// To the page after it.
    case next
    /// To the page before it.
    case previous
  }
}
