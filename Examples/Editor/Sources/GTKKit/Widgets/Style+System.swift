import CGTK

extension Style {
  private static var desktop: Object?

  /// Follows the desktop's preference for dark windows, if it has one.
  public static func followSystem() {
    let (schema, key) = ("org.gnome.desktop.interface", "color-scheme")
    guard desktop == nil, let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, let settings = g_settings_new(schema) else { return }
    let object = Object(owning: UnsafeMutableRawPointer(settings))
    let wantsDark = { @MainActor [unowned object] in
      guard let text = g_settings_get_string(object.c(), key) else { return false }
      defer { g_free(text) }
      return String(cString: text) == "prefer-dark"
    }
    desktop = object
    object.on("changed::\(key)") { isDark = wantsDark() }
    // Do not set `false` at the start: dark windows may have been requested in other ways.
    if wantsDark() { isDark = true }
  }
}
