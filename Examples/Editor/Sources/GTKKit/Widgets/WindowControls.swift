import CGTK

/// The window controls that the system has at the end of a title bar, such as the button to close the window.
public final class WindowControls: Widget {
  /// Makes those at the end of the title bar.
  public init() { super.init(owning: gtk_window_controls_new(GTK_PACK_END)) }

  /// Whether the system has none there.
  public var isEmpty: Bool { gtk_window_controls_get_empty(c()) != 0 }
}

extension HeaderBar {
  /// Whether the bar itself has such controls.
  public var hasWindowControls: Bool {
    get { gtk_header_bar_get_show_title_buttons(c()) != 0 }
    set { gtk_header_bar_set_show_title_buttons(c(), newValue ? 1 : 0) }
  }
}
