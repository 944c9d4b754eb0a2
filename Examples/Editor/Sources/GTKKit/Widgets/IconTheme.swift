import CGTK

/// Where icons of the program are found.
public enum IconTheme {
  /// Adds a folder in which there is a theme of icons (`hicolor`).
  public static func add(folder: String) {
    guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display) else {
      return
    }
    gtk_icon_theme_add_search_path(theme, folder)
  }

  /// Whether there is an icon of a name.
  public static func has(_ name: String) -> Bool {
    guard let display = gdk_display_get_default(), let theme = gtk_icon_theme_get_for_display(display) else {
      return false
    }
    return gtk_icon_theme_has_icon(theme, name) != 0
  }
}
