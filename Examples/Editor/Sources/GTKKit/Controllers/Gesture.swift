import CGTK

/// A movement of fingers or of the pointer that means something.
open class Gesture: EventController {
  /// Takes the input for itself: other gestures give up theirs.
  public func claim() { gtk_gesture_set_state(c(), GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Leaves the input to others.
  public func deny() { gtk_gesture_set_state(c(), GTK_EVENT_SEQUENCE_DENIED) }

  /// Has two gestures of a widget be claimed and denied together.
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

  /// Calls a closure when it is given up: the input went elsewhere.
  @discardableResult
  public func onCancel(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("cancel", handler)
  }
}

/// A gesture of one finger or of the pointer with a button pressed.
open class SingleGesture: Gesture {
  /// The button that it is for: 1 the left, 2 the middle, 3 the right one, 0 any.
  public var button: Int {
    get { Int(gtk_gesture_single_get_button(c())) }
    set { gtk_gesture_single_set_button(c(), guint(clamping: newValue)) }
  }

  /// The button that is pressed.
  public var currentButton: Int { Int(gtk_gesture_single_get_current_button(c())) }

  /// Whether it is for fingers only.
  public var isTouchOnly: Bool {
    get { gtk_gesture_single_get_touch_only(c()) != 0 }
    set { gtk_gesture_single_set_touch_only(c(), newValue ? 1 : 0) }
  }
}

/// A drag.
public final class DragGesture: SingleGesture {
  /// Makes one for a button.
  public init(button: Int = 1) {
    super.init(owning: gtk_gesture_drag_new())
    self.button = button
  }

  /// Where it began, in the widget.
  public var start: Point? {
    var (x, y) = (0.0, 0.0)
    guard gtk_gesture_drag_get_start_point(c(), &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  /// Calls a closure when the button or the finger goes down, with the place in the widget.
  @discardableResult
  public func onBegin(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("drag-begin") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }

  /// Calls a closure whenever it moves, with how far it is from its start.
  @discardableResult
  public func onMove(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("drag-update") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }

  /// Calls a closure when it ends, with how far it is from its start; also after `onCancel`.
  @discardableResult
  public func onEnd(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("drag-end") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }
}

/// Presses without a movement.
public final class ClickGesture: SingleGesture {
  /// Makes one for a button.
  public init(button: Int = 1) {
    super.init(owning: gtk_gesture_click_new())
    self.button = button
  }

  /// Calls a closure when it is pressed: how many times in a row, and where in the widget.
  @discardableResult
  public func onPress(_ handler: @escaping @MainActor (Int, Point) -> Void) -> SignalConnection {
    on("pressed") { (count: Int, x: Double, y: Double) in handler(count, Point(x: x, y: y)) }
  }

  /// Calls a closure when it is let go without having moved: how many times in a row, and where in the widget.
  @discardableResult
  public func onRelease(_ handler: @escaping @MainActor (Int, Point) -> Void) -> SignalConnection {
    on("released") { (count: Int, x: Double, y: Double) in handler(count, Point(x: x, y: y)) }
  }
}

/// A press that lasts.
public final class LongPressGesture: SingleGesture {
  /// Makes one; `delay` is a factor of the usual half a second.
  public init(delay: Double = 1) {
    super.init(owning: gtk_gesture_long_press_new())
    gtk_gesture_long_press_set_delay_factor(c(), delay)
  }

  /// Calls a closure when it has lasted, with the place in the widget.
  @discardableResult
  public func onPress(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("pressed") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }
}

/// Two fingers that part or come together.
public final class ZoomGesture: Gesture {
  /// Makes one.
  public init() { super.init(owning: gtk_gesture_zoom_new()) }

  /// Calls a closure when two fingers are down.
  @discardableResult
  public func onBegin(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("begin", handler) }

  /// Calls a closure with how far the fingers are apart, of how far they were in the beginning.
  @discardableResult
  public func onScale(_ handler: @escaping @MainActor (Double) -> Void) -> SignalConnection {
    on("scale-changed", handler)
  }

  /// Calls a closure when a finger is lifted.
  @discardableResult
  public func onEnd(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("end", handler) }
}
