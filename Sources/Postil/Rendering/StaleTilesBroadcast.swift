import PostilModel
import Synchronization

/// Announces to all listeners which tiles became stale.
final class StaleTilesBroadcast: Sendable {
  private let stale = Broadcast<StaleTiles>()
  private let watch = Mutex<Task<Void, Never>?>(nil)

  deinit { watch.withLock { $0 }?.cancel() }

  func send(_ tiles: StaleTiles) { stale.send(tiles) }

  /// A stream of what becomes stale from now on.
  ///
  /// - Parameter changes: The document's changes. Pages that were shown are looked at again after each, in case
  ///   nobody else does.
  func listen(
    to changes: @autoclosure () -> AsyncStream<DocumentChange>, _ views: PageViews
  ) -> AsyncStream<StaleTiles> {
    watch.withLock { watch in
      guard watch == nil else { return }
      let changes = changes()
      watch = Task { [weak views] in
        for await change in changes {
          if change.kind.contains(.layers) { views?.refreshAll() }
          for page in change.pages where views?.known(page) != nil { _ = try? views?.view(of: page) }
        }
      }
    }
    return stale.listen()
  }
}
