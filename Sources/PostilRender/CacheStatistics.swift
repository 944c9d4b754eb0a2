/// Statistics of a cache.
public struct CacheStatistics: Sendable, Hashable {
  /// Cache hits.
  public var hits = 0
  /// Cache misses.
  public var misses = 0
  /// Evictions. Entries that were removed because they were out of date do not count.
  public var evictions = 0
  /// The number of entries.
  public var count = 0
  /// The memory of the entries, in bytes; of a cache on disk, the space.
  public var bytes = 0

  /// Makes the statistics of an unused cache.
  public init() {}

  /// The hit rate, 0…1; 0 without requests.
  public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
}
