import CGTK

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

  /// Calls a closure when it is released without having moved: how many times in a row, and where in the widget.
  @discardableResult
  public func onRelease(_ handler: @escaping @MainActor (Int, Point) -> Void) -> SignalConnection {
    on("released") { (count: Int, x: Double, y: Double) in handler(count, Point(x: x, y: y)) }
  }
}
