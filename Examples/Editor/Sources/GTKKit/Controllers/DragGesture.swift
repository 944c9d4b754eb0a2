import CGTK

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
