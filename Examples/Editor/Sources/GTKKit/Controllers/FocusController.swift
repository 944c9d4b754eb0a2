import CGTK

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
