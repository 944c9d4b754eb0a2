import CGTK

/// The keyboard.
public final class KeyController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_key_new()) }

  /// Calls a closure when a key goes down, with its number (`KeyController.escape` …); the answer says whether that was
  /// used.
  @discardableResult
  public func onPress(_ handler: @escaping @MainActor (_ key: Int) -> Bool) -> SignalConnection {
    answer("key-pressed", handler)
  }

  /// Calls a closure when a key is let go.
  @discardableResult
  public func onRelease(_ handler: @escaping @MainActor (_ key: Int) -> Void) -> SignalConnection {
    on("key-released", handler)
  }

  /// The number of a key by its name in X ("Escape", "Page_Down", "space").
  public static func key(_ name: String) -> Int { Int(gdk_keyval_from_name(name)) }
}
