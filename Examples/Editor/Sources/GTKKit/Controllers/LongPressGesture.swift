import CGTK

/// A long press.
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
