import CGTK

extension Widget {
  /// Where a key must be pressed for a shortcut.
  public enum ShortcutScope: Sendable {
    /// Anywhere in the window, if the focused widget did not handle it.
    case window
    /// In the widget or one within it.
    case local
  }

  /// Calls a closure when keys are pressed ("Escape", "<Control>f"); it returns whether it handled them. For what is in a menu
  /// or on a button too, use an `Action`.
  public func addShortcut(
    _ keys: String, _ scope: ShortcutScope = .local, _ handler: @escaping @MainActor () -> Bool
  ) {
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else {
      return Log.warn("“\(keys)” are no keys.")
    }
    let box = Unmanaged.passRetained(ShortcutHandler(handler)).toOpaque()
    let action = gtk_callback_action_new(
      { _, _, box in
        guard let box else { return 0 }
        return Unmanaged<ShortcutHandler>.fromOpaque(box).takeUnretainedValue().call() ? 1 : 0
      }, box,
      { box in
        if let box { Unmanaged<ShortcutHandler>.fromOpaque(box).release() }
      })
    let controller = gtk_shortcut_controller_new()
    gtk_shortcut_controller_set_scope(
      controller, scope == .local ? GTK_SHORTCUT_SCOPE_LOCAL : GTK_SHORTCUT_SCOPE_MANAGED)
    gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
    gtk_widget_add_controller(widget, controller)
  }
}

private final class ShortcutHandler {
  let call: @MainActor () -> Bool
  init(_ call: @escaping @MainActor () -> Bool) { self.call = call }
}
