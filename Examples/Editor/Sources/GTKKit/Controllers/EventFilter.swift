import CGTK

/// Sees every event for a widget before gestures do, and may keep it from them.
public final class EventFilter: EventController {
  /// Makes one.
  public init() {
    super.init(owning: gtk_event_controller_legacy_new())
    phase = .capture
  }

  /// Calls a closure with each event; it returns whether nobody else gets it.
  @discardableResult
  public func onEvent(_ takes: @escaping @MainActor (Event) -> Bool) -> SignalConnection {
    answer("event") { [unowned self] in event.map(takes) ?? false }
  }
}
