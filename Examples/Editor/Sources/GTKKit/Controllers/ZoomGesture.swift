import CGTK

/// A pinch of two fingers.
public final class ZoomGesture: Gesture {
  /// Makes one.
  public init() { super.init(owning: gtk_gesture_zoom_new()) }

  /// Calls a closure when two fingers are down.
  @discardableResult
  public func onBegin(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("begin", handler) }

  /// Calls a closure with the distance between the fingers, divided by that at the beginning.
  @discardableResult
  public func onScale(_ handler: @escaping @MainActor (Double) -> Void) -> SignalConnection {
    on("scale-changed", handler)
  }

  /// Calls a closure when a finger is lifted.
  @discardableResult
  public func onEnd(_ handler: @escaping @MainActor () -> Void) -> SignalConnection { on("end", handler) }
}
