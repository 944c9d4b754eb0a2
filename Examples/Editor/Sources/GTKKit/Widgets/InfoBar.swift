import CGTK

/// A message within a window, with buttons.
open class InfoBar: Widget {
  /// What kind of message it is.
  public enum Kind: UInt32, Sendable {
    /// Something to know.
    case info
    /// Something to mind.
    case warning
    /// A question.
    case question
    /// Something failed.
    case error
  }

  /// Makes one around a widget; it is hidden.
  public init(_ child: Widget) {
    super.init(owning: gtk_info_bar_new())
    gtk_info_bar_add_child(c(), child.widget)
    gtk_info_bar_set_revealed(c(), 0)
  }

  /// What kind of message it is.
  public var kind: Kind {
    get { Kind(rawValue: gtk_info_bar_get_message_type(c()).rawValue) ?? .info }
    set { gtk_info_bar_set_message_type(c(), GtkMessageType(newValue.rawValue)) }
  }

  /// Whether it is seen.
  public var isRevealed: Bool {
    get { gtk_info_bar_get_revealed(c()) != 0 }
    set { gtk_info_bar_set_revealed(c(), newValue ? 1 : 0) }
  }

  /// Adds a widget at its right side, such as a button.
  public func addAction(_ child: Widget) { gtk_info_bar_add_action_widget(c(), child.widget, 0) }
}
