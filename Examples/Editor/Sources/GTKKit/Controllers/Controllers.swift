import CGTK

/// The wheel, and two fingers on a touchpad.
public final class ScrollController: EventController {
  /// Makes one for both directions.
  public init() { super.init(owning: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)) }

  /// Calls a closure with how far it was turned: in notches of a wheel, or in units of a touchpad if `isSmooth`
  /// says so. The answer says whether that was used.
  @discardableResult
  public func onScroll(
    _ handler: @escaping @MainActor (_ dx: Double, _ dy: Double) -> Bool
  ) -> SignalConnection {
    answer("scroll", handler)
  }

  /// Whether the scrolling is in units and not in notches.
  public var isSmooth: Bool {
    guard let event, gdk_event_get_event_type(event.pointer) == GDK_SCROLL else { return false }
    return event.device == .touchpad && gdk_scroll_event_get_direction(event.pointer) == GDK_SCROLL_SMOOTH
  }
}

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

/// The pointer over a widget.
public final class MotionController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_motion_new()) }

  /// Calls a closure whenever it moves, with the place in the widget; also when it comes in.
  @discardableResult
  public func onMove(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("enter") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
    return on("motion") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }

  /// Calls a closure when it leaves.
  @discardableResult
  public func onLeave(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("leave", handler) }
}

/// Whether a widget, or one in it, has the keyboard.
public final class FocusController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_focus_new()) }

  /// Calls a closure when it gets the keyboard.
  @discardableResult
  public func onEnter(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("enter", handler) }

  /// Calls a closure when it loses the keyboard.
  @discardableResult
  public func onLeave(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("leave", handler) }
}
