import CGTK

/// A widget that slides in and out.
open class Revealer: Widget {
  /// How its child appears.
  public enum Edge: Sendable {
    /// Downwards from the upper edge.
    case top
    /// Upwards from the lower edge.
    case bottom
    /// It fades in.
    case none
  }

  /// Makes one around a widget; it is hidden.
  public init(_ child: Widget, from edge: Edge = .top) {
    super.init(owning: gtk_revealer_new())
    gtk_revealer_set_child(c(), child.widget)
    let type =
      switch edge {
      case .top: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
      case .bottom: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
      case .none: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
      }
    gtk_revealer_set_transition_type(c(), type)
  }

  /// Whether its child is shown.
  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(c()) != 0 }
    set { gtk_revealer_set_reveal_child(c(), newValue ? 1 : 0) }
  }
}
