import CGTK

/// A view that scrolls a widget.
open class ScrolledWindow: Widget {
  /// Makes one around a widget; scroll bars come as they are needed.
  public init(_ child: Widget, horizontal: Bool = false, vertical: Bool = true) {
    super.init(owning: gtk_scrolled_window_new())
    gtk_scrolled_window_set_child(c(), child.widget)
    gtk_scrolled_window_set_policy(
      c(), horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
      vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
  }
}
