import Dispatch
import Foundation
import PostilModel
import Synchronization

/// Tells everybody who listens of the same things, in their order.
///
/// Whoever sends may hold locks, and what is sent is handed on without them. To hand something on takes the lock that
/// Swift has over the listening task; while that task is cancelled, its stream is ended under the same lock. If
/// that in turn waited for a lock of the sender, both would wait for ever.
final class Broadcast<Element: Sendable>: Sendable {
  private typealias Listeners = [UUID: AsyncStream<Element>.Continuation]

  /// Held only to look who listens: nothing else is waited for meanwhile.
  private let listeners = Mutex<Listeners>([:])
  private let queue = DispatchQueue(label: "Postil.Broadcast", qos: .userInitiated)

  deinit { finish() }

  /// What is sent from now on, until it is finished or the broadcast goes.
  func listen() -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      // Let go of after the lock: that may end the stream.
      _ = self?.listeners.withLock { $0.removeValue(forKey: key) }
    }
    listeners.withLock { $0[key] = continuation }
    return stream
  }

  /// Sends something to those who listen now. Waits for nobody.
  func send(_ element: @autoclosure () -> Element) {
    let listeners = listeners.withLock { Array($0.values) }
    guard !listeners.isEmpty else { return }
    let element = element()
    queue.async { for listener in listeners { listener.yield(element) } }
  }

  /// Ends the streams of those who listen now, after what was sent.
  func finish() {
    let listeners = listeners.withLock { listeners in
      defer { listeners = [:] }
      return Array(listeners.values)
    }
    guard !listeners.isEmpty else { return }
    queue.async { for listener in listeners { listener.finish() } }
  }
}
