/// Where a key takes the focus of a ``PageGrid``, or the focused page.
public enum GridDirection: Sendable, Hashable, CaseIterable {
  /// To the page before, in the row before if need be.
  case left
  /// To the page after, in the next row if need be.
  case right
  /// To the same column of the row above.
  case up
  /// To the same column of the row below, or to the last page if that row is shorter.
  case down
  /// To the first page.
  case first
  /// To the last page.
  case last
}
