import CGTK

/// A line between widgets.
open class Separator: Widget {
  /// Makes a line.
  public init(_ orientation: Orientation) { super.init(owning: gtk_separator_new(orientation.gtk)) }
}
