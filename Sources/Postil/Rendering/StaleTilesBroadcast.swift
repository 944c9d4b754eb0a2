import Foundation
import PostilModel
import Synchronization

/// Tells whoever listens which tiles became stale.
final class StaleTilesBroadcast: Sendable {
  private struct State {
    var listeners: [UUID: AsyncStream<StaleTiles>.Continuation] = [:]
    var watch: Task<Void, Never>?
  }

  private let state = Mutex(State())

  deinit { finish() }

  func send(_ stale: StaleTiles) {
    let listeners = state.withLock { $0.listeners.values }
    for listener in listeners { listener.yield(stale) }
  }

  /// A stream of what becomes stale from now on.
  ///
  /// - Parameter changes: The document's changes. Pages that were shown are looked at again after each, in case
  ///   nobody else does.
  func listen(
    to changes: @autoclosure () -> AsyncStream<DocumentChange>, _ views: PageViews
  ) -> AsyncStream<StaleTiles> {
    let (stream, continuation) = AsyncStream.makeStream(of: StaleTiles.self)
    let key = UUID()
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: key) }
    }
    state.withLock { state in
      state.listeners[key] = continuation
      guard state.watch == nil else { return }
      let changes = changes()
      state.watch = Task { [weak self, weak views] in
        for await change in changes {
          for page in change.pages where views?.known(page) != nil { _ = try? views?.view(of: page) }
        }
        self?.finish()
      }
    }
    return stream
  }

  private func finish() {
    let (listeners, watch) = state.withLock { state in
      defer { state = State() }
      return (Array(state.listeners.values), state.watch)
    }
    watch?.cancel()
    for listener in listeners { listener.finish() }
  }
}
