import CGTK

extension Widget {
  /// Adds a CSS class, such as "flat", "suggested-action" or "osd", or removes it.
  public func setClass(_ name: String, _ isSet: Bool = true) {
    if isSet {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }

  /// Sets the cursor over it, by its name in CSS ("crosshair", "grab"); `nil` for that of its parent.
  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  /// The colour of its text.
  public var foreground: RGBA {
    var color = GdkRGBA()
    cgtk_get_color(widget, &color)
    return RGBA(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  /// A named colour of the theme ("theme_bg_color"); `nil` if it has none of that name.
  public func themeColor(_ name: String) -> RGBA? {
    var color = GdkRGBA()
    guard cgtk_look_up_color(widget, name, &color) != 0 else { return nil }
    return RGBA(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }
}
