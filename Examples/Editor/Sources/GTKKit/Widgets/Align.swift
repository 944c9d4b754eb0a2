import CGTK

/// How a widget stands in room that is more than it needs.
public enum Align: UInt32, Sendable {
  /// Takes all of it.
  case fill
  /// At the left or upper side.
  case start
  /// At the right or lower side.
  case end
  /// In the middle.
  case center
}
