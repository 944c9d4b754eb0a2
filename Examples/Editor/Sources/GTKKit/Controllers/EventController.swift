import CGTK

/// Handles input events of a widget: see `Widget.add(_:)`.
open class EventController: Object {
  /// The phase of the propagation of events in which it is called.
  public enum Phase: UInt32, Sendable {
    /// In none.
    case none
    /// On the way down from the window to the widget that the event is for.
    case capture
    /// On the way up from that widget: the default.
    case bubble
    /// If the event is for this very widget.
    case target
  }

  /// The phase in which it is called.
  public var phase: Phase {
    get { Phase(rawValue: gtk_event_controller_get_propagation_phase(c()).rawValue) ?? .bubble }
    set { gtk_event_controller_set_propagation_phase(c(), GtkPropagationPhase(newValue.rawValue)) }
  }

  /// The keys that are held while the event is handled.
  public var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(c()).rawValue)
  }

  /// The event that is handled.
  public var event: Event? { gtk_event_controller_get_current_event(c()).map { Event(pointer: $0) } }

  /// Resets its state, as of a gesture in progress.
  public func reset() { gtk_event_controller_reset(c()) }
}
