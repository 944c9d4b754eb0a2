/// What a cache holds, and how often it helped.
public struct CacheStatistics: Sendable, Hashable {
  /// How many of the things asked for were there.
  public var hits = 0
  /// How many of the things asked for were not there.
  public var misses = 0
  /// How many things were thrown out to make room for others. What was removed because it was out of
  /// date does not count.
  public var evictions = 0
  /// How many things there are now.
  public var count = 0
  /// How much memory they take now, in bytes; of a cache on disk, how much space.
  public var bytes = 0

  /// Makes the statistics of an empty cache that nobody has asked for anything.
  public init() {}

  /// The part of the things asked for that was there, 0…1; 0 if nothing was asked for.
  public var hitRate: Double { hits + misses > 0 ? Double(hits) / Double(hits + misses) : 0 }
}
