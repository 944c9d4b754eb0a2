import CGTK

extension Widget {
  /// Gives it a class of CSS, such as "flat", "suggested-action" or "osd", or takes it away.
  public func setClass(_ name: String, _ isSet: Bool = true) {
    if isSet {
      gtk_widget_add_css_class(widget, name)
    } else {
      gtk_widget_remove_css_class(widget, name)
    }
  }

  /// The look of the pointer over it, by its name in CSS ("crosshair", "grab"); `nil`: as its parent has it.
  public func setCursor(_ name: String?) { gtk_widget_set_cursor_from_name(widget, name) }

  /// The colour of its text.
  public var foreground: RGBA {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
    return RGBA(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }

  /// A colour that the theme names ("theme_bg_color"), if it does.
  public func themeColor(_ name: String) -> RGBA? {
    var color = GdkRGBA()
    guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &color) != 0 else {
      return nil
    }
    return RGBA(Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
  }
}

/// Style sheets of the program.
public enum Style {
  /// Adds a style sheet for all windows. GTK must have been started.
  public static func add(css: String) {
    guard let display = gdk_display_get_default() else { return }
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    if let provider { g_object_unref(UnsafeMutableRawPointer(provider)) }
  }

  /// Whether the program is shown dark; the system's wish unless it is set.
  public static var isDark: Bool {
    get { settings?["gtk-application-prefer-dark-theme"] ?? false }
    set { settings?["gtk-application-prefer-dark-theme"] = newValue }
  }

  /// Whether things may move by themselves: people can ask for less.
  public static var hasAnimations: Bool { settings?["gtk-enable-animations"] ?? true }

  /// The settings of the screen, whose changes can be followed.
  public static var settings: Object? {
    guard let settings = gtk_settings_get_default() else { return nil }
    let handle = UnsafeMutableRawPointer(settings)
    if let known = Object.side(of: handle) { return known }
    return Object(borrowing: handle)
  }
}
