import CGTK

/// A gesture of fingers or of the pointer.
open class Gesture: EventController {
  /// Claims the input: other gestures are cancelled.
  public func claim() { gtk_gesture_set_state(c(), GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Denies the input: it is left to other gestures.
  public func deny() { gtk_gesture_set_state(c(), GTK_EVENT_SEQUENCE_DENIED) }

  /// Groups two gestures of a widget, so that they are claimed and denied together.
  public func group(with other: Gesture) { gtk_gesture_group(c(), other.c()) }

  /// Whether it is going on.
  public var isActive: Bool { gtk_gesture_is_active(c()) != 0 }

  /// The middle of the fingers, in the widget; `nil` while there are none.
  public var centre: Point? {
    var (x, y) = (0.0, 0.0)
    guard isActive, gtk_gesture_get_bounding_box_center(c(), &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  /// The event that it is about: of a gesture of several fingers, of the one that moved last.
  public var lastEvent: Event? {
    gtk_gesture_get_last_event(c(), gtk_gesture_get_last_updated_sequence(c())).map { Event(pointer: $0) }
  }

  /// Calls a closure when it is cancelled, as when another gesture claims the input.
  @discardableResult
  public func onCancel(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("cancel", handler)
  }
}
