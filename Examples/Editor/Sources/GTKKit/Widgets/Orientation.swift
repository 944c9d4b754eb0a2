import CGTK

/// Which way a widget goes.
public enum Orientation: UInt32, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical

  var gtk: GtkOrientation { GtkOrientation(rawValue) }
}
