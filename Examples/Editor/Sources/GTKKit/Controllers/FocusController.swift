import CGTK

/// Reports when a widget, or one in it, gets or loses the keyboard focus.
public final class FocusController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_focus_new()) }

  /// Calls a closure when it gets the keyboard focus.
  @discardableResult
  public func onEnter(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("enter", handler) }

  /// Calls a closure when it loses the keyboard focus.
  @discardableResult
  public func onLeave(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("leave", handler) }
}
