import CGTK

/// The alignment of a widget in more space than it needs.
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
