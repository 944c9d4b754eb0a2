import CGTK

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
