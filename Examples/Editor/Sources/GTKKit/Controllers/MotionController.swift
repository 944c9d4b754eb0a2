import CGTK

/// The pointer over a widget.
public final class MotionController: EventController {
  /// Makes one.
  public init() { super.init(owning: gtk_event_controller_motion_new()) }

  /// Calls a closure whenever it moves, with the place in the widget; also when it comes in.
  @discardableResult
  public func onMove(_ handler: @escaping @MainActor (Point) -> Void) -> SignalConnection {
    on("enter") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
    return on("motion") { (x: Double, y: Double) in handler(Point(x: x, y: y)) }
  }

  /// Calls a closure when it leaves.
  @discardableResult
  public func onLeave(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("leave", handler) }
}
