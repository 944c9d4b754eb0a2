import CGTK

/// The wheel, and two fingers on a touchpad.
public final class ScrollController: EventController {
  /// Makes one for both directions.
  public init() { super.init(owning: gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)) }

  /// Calls a closure with the distance: in units if `isSmooth`, else in notches of the wheel. It returns whether it handled the
  /// event.
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
