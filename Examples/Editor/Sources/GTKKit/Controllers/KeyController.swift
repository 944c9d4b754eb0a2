import CGTK

/// Handles keys that are pressed while the widget, or one in it, has the keyboard focus.
public final class KeyController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_key_new()) }

  /// Calls a closure when a key goes down, with its number: see `key(_:)`. The closure returns whether it handled the key.
  @discardableResult
  public func onPress(_ handler: @escaping @MainActor (_ key: Int) -> Bool) -> SignalConnection {
    answer("key-pressed", handler)
  }

  /// Calls a closure when a key is released.
  @discardableResult
  public func onRelease(_ handler: @escaping @MainActor (_ key: Int) -> Void) -> SignalConnection {
    on("key-released", handler)
  }

  /// The number of a key by its name in X ("Escape", "Page_Down", "space").
  public static func key(_ name: String) -> Int { Int(gdk_keyval_from_name(name)) }

  /// The character that a key types; `nil` for keys that type none, such as the arrows.
  public static func character(_ key: Int) -> Character? {
    let scalar = Unicode.Scalar(gdk_keyval_to_unicode(guint(clamping: key)))
    guard let scalar, scalar.properties.generalCategory != .control else { return nil }
    return Character(scalar)
  }
}
