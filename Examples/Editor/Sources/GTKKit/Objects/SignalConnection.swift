import CGTK

/// A closure that was connected to a signal.
public struct SignalConnection {
  private weak var object: Object?
  private let id: gulong

  init(object: Object, id: gulong) {
    self.object = object
    self.id = id
  }

  /// Ends the connection and frees the closure.
  public func disconnect() {
    guard let object, let place = object.connections.firstIndex(of: id) else { return }
    object.connections.remove(at: place)
    // Destroying a widget disconnects its handlers.
    guard g_signal_handler_is_connected(object.handle, id) != 0 else { return }
    g_signal_handler_disconnect(object.handle, id)
  }

  /// Runs a closure while the connection is blocked.
  public func blocked(_ body: () -> Void) {
    guard let object, g_signal_handler_is_connected(object.handle, id) != 0 else { return body() }
    g_signal_handler_block(object.handle, id)
    body()
    g_signal_handler_unblock(object.handle, id)
  }
}
