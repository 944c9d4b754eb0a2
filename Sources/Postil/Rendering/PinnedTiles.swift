import PostilRender
import Synchronization

/// The tiles that are seen at the moment: they are the last to be thrown out.
final class PinnedTiles: Sendable {
  typealias Keys = Set<ImageCaches.TileKey>

  /// Windows that show the same document take turns in asking, so the latest few count.
  private static let viewerCount = 4
  private let latest = Mutex<[Keys]>([])

  /// Pins the tiles that are visible from now on.
  func set(_ keys: Keys, in caches: ImageCaches) {
    latest.withLock { latest in
      latest = [keys] + latest.prefix(Self.viewerCount - 1)
      caches.tiles.setPinned(latest.reduce(into: []) { $0.formUnion($1) })
    }
  }
}
