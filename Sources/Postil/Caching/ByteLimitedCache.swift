import PostilRender
import Synchronization

/// An LRU cache with a limit in bytes. Thread-safe.
final class ByteLimitedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let contents: Mutex<CacheContents<Key, Value>>

  /// - Parameter byteLimit: The limit of the values' total cost; below 0 counts as 0.
  init(byteLimit: Int) { contents = Mutex(CacheContents(byteLimit: max(byteLimit, 0))) }

  /// The limit of the values' total cost. Lowering it evicts the least recently used.
  var byteLimit: Int {
    get { contents.withLock { $0.byteLimit } }
    set {
      // Here and below: evicted values are released outside of the lock, since that may take long.
      _ = contents.withLock { contents in
        contents.byteLimit = max(newValue, 0)
        return contents.evict(to: contents.byteLimit)
      }
    }
  }

  /// The value of a key, which counts as a use. O(1).
  func value(for key: Key) -> Value? { contents.withLock { $0.value(for: key) } }

  /// Whether there is a value, without counting it as a use or in the statistics. O(1).
  func contains(_ key: Key) -> Bool { contents.withLock { $0.contains(key) } }

  /// Sets the value of a key, and evicts others until it fits; O(1) for each.
  ///
  /// - Parameter cost: The value's size in bytes, at least 1.
  /// - Returns: Whether the value was stored: not if it is larger than the limit, or, unless its key is pinned, than
  ///   what pinned values leave of it. The key has no value then.
  @discardableResult
  func insert(_ value: Value, for key: Key, cost: Int) -> Bool {
    contents.withLock { $0.insert(value, for: key, cost: max(cost, 1)) }.isKept
  }

  /// Removes the value of a key. O(1).
  func removeValue(for key: Key) { _ = contents.withLock { $0.remove(key) } }

  /// Removes the values of all keys that satisfy `condition`, which must not use the cache. O(values).
  @discardableResult
  func removeAll(where condition: (Key) -> Bool = { _ in true }) -> [(key: Key, value: Value)] {
    contents.withLock { contents in
      contents.keys.filter(condition).flatMap { key in contents.remove(key).map { (key, $0) } }
    }
  }

  /// Sets the keys whose values are evicted last, whether they have values yet or not.
  /// O(keys pinned before and now).
  func setPinned(_ keys: Set<Key>) { contents.withLock { $0.pin(keys) } }

  /// Evicts the least recently used values until at most `bytes` are left, pinned ones last. The limit stays.
  func shrink(to bytes: Int) { _ = contents.withLock { $0.evict(to: max(bytes, 0)) } }

  /// The use of the cache.
  var statistics: CacheStatistics { contents.withLock { $0.statistics } }
}
