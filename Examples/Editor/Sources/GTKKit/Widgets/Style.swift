import CGTK

/// Style sheets of the program.
public enum Style {
  /// Adds a style sheet for all windows. GTK must have been started.
  public static func add(css: String) {
    guard let display = gdk_display_get_default() else { return }
    let provider = gtk_css_provider_new()
    cgtk_load_css(provider, css)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    if let provider { g_object_unref(UnsafeMutableRawPointer(provider)) }
  }

  /// Whether the program is shown dark; by default as GTK's settings have it.
  public static var isDark: Bool {
    get { settings?["gtk-application-prefer-dark-theme"] ?? false }
    set { settings?["gtk-application-prefer-dark-theme"] = newValue }
  }

  /// Whether animations are enabled in GTK's settings.
  public static var hasAnimations: Bool { settings?["gtk-enable-animations"] ?? true }

  /// The settings of the screen, whose changes can be followed.
  public static var settings: Object? {
    guard let settings = gtk_settings_get_default() else { return nil }
    let handle = UnsafeMutableRawPointer(settings)
    if let known = Object.wrapper(of: handle) { return known }
    return Object(borrowing: handle)
  }
}
