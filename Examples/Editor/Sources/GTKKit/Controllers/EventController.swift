import CGTK

/// What reacts to input in a widget: see `Widget.add(_:)`.
open class EventController: Object {
  /// When it is asked, between the window and the widget that the input is for.
  public enum Phase: UInt32, Sendable {
    /// Not at all.
    case none
    /// On the way down to the widget.
    case capture
    /// On the way up from it: the usual one.
    case bubble
    /// When it is for this very widget.
    case target
  }

  /// When it is asked.
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

  /// Forgets what was begun.
  public func reset() { gtk_event_controller_reset(c()) }
}

/// Keys and buttons that are held.
public struct Modifiers: OptionSet, Sendable {
  /// GDK's bits.
  public let rawValue: UInt32

  /// Makes a set of GDK's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  /// Control.
  public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  /// Alt.
  public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}
