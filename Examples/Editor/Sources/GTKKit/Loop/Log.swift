import CGTK

/// GLib's log.
public enum Log {
  /// Writes a warning.
  public static func warn(_ text: String) {
    g_log_default_handler("GTKKit", G_LOG_LEVEL_WARNING, text, nil)
  }
}
