import CGTK

/// A line that shows more when it is pressed.
open class Expander: Widget {
  /// Makes one that is closed.
  public init(_ title: String, _ child: Widget) {
    super.init(owning: gtk_expander_new(title))
    gtk_expander_set_child(c(), child.widget)
  }

  /// Whether it is open.
  public var isOpen: Bool {
    get { gtk_expander_get_expanded(c()) != 0 }
    set { gtk_expander_set_expanded(c(), newValue ? 1 : 0) }
  }
}
