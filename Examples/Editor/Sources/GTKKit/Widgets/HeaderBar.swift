import CGTK

/// The bar at the top of a window, with its title and the window controls.
open class HeaderBar: Widget {
  /// Makes an empty bar.
  public init() { super.init(owning: gtk_header_bar_new()) }

  /// Adds a widget at the left.
  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(c(), child.widget) }

  /// Adds a widget at the right, left of those that are there.
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(c(), child.widget) }

  /// Shows a widget in place of the window's title.
  public func setTitle(_ child: Widget) { gtk_header_bar_set_title_widget(c(), child.widget) }
}
