import CGTK

extension Widget {
  /// Whether a click gives it the keyboard focus.
  public var takesFocusOnClick: Bool {
    get { gtk_widget_get_focus_on_click(widget) != 0 }
    set { gtk_widget_set_focus_on_click(widget, newValue ? 1 : 0) }
  }

  /// Whether the custom widget that contains it shows it. Do not place a child that is not visible.
  public var isChildVisible: Bool {
    get { gtk_widget_get_child_visible(widget) != 0 }
    set { gtk_widget_set_child_visible(widget, newValue ? 1 : 0) }
  }

  /// Whether it, and all that it is in, is shown.
  public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

  /// Whether it, and all that it is in, can be used.
  public var isSensitive: Bool { gtk_widget_is_sensitive(widget) != 0 }

  /// Whether it has the keyboard focus and that is to be seen: the keyboard was used last.
  public var showsFocus: Bool { gtk_widget_has_visible_focus(widget) != 0 }

  /// Whether it, or a widget in it, has the keyboard focus.
  public var containsFocus: Bool { gtk_widget_get_focus_child(widget) != nil || hasFocus }

  /// Sets whether what is painted beyond its edges is clipped.
  public func hidesOverflow(_ hides: Bool) {
    gtk_widget_set_overflow(widget, hides ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
  }
}
