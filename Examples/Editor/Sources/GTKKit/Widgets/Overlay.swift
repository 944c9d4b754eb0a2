import CGTK

/// Widgets above each other.
open class Overlay: Widget {
  /// Makes one of a widget, and others above it, which are placed by their alignment.
  public init(_ child: Widget, _ others: [Widget] = []) {
    super.init(owning: gtk_overlay_new())
    gtk_overlay_set_child(c(), child.widget)
    for other in others { add(other) }
  }

  /// Adds a widget above the others.
  public func add(_ other: Widget) { gtk_overlay_add_overlay(c(), other.widget) }

  /// Removes a widget.
  public func remove(_ other: Widget) { gtk_overlay_remove_overlay(c(), other.widget) }
}
