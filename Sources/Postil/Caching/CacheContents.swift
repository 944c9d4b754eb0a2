import PostilRender

/// The state of a ``ByteLimitedCache``: entries in LRU order, pinned ones in a list of their own.
///
/// Evicted values are returned, so that they are not released while the lock is held.
struct CacheContents<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    let value: Value
    let cost: Int
  }

  private static var loose: Int { 0 }
  private static var pinned: Int { 1 }

  var byteLimit: Int
  private(set) var statistics = CacheStatistics()
  private var entries = LRUList<Entry>(lists: 2)
  private var slots: [Key: Int] = [:]
  private var pins: Set<Key> = []
  private var pinnedBytes = 0

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  var keys: [Key] { Array(slots.keys) }

  func contains(_ key: Key) -> Bool { slots[key] != nil }

  mutating func value(for key: Key) -> Value? {
    guard let slot = slots[key] else {
      statistics.misses += 1
      return nil
    }
    statistics.hits += 1
    entries.move(slot, toEndOf: entries.list(of: slot))
    return entries[slot]?.value
  }

  mutating func insert(_ value: Value, for key: Key, cost: Int) -> (isKept: Bool, out: [Value]) {
    let old = remove(key)
    let isPinned = pins.contains(key)
    // Pinned values are not evicted for one that is not pinned.
    guard cost <= byteLimit - (isPinned ? 0 : pinnedBytes) else { return (false, old) }
    let out = evict(to: byteLimit - cost)
    slots[key] = entries.append(
      Entry(key: key, value: value, cost: cost), to: isPinned ? Self.pinned : Self.loose)
    count(cost, isPinned: isPinned, by: 1)
    return (true, old + out)
  }

  mutating func remove(_ key: Key) -> [Value] {
    guard let slot = slots[key] else { return [] }
    return [remove(slot: slot)].compactMap { $0 }
  }

  /// Evicts the least recently used values, pinned ones last, until at most `bytes` are left.
  mutating func evict(to bytes: Int) -> [Value] {
    var out: [Value] = []
    while statistics.bytes > bytes,
      let slot = entries.first(in: Self.loose) ?? entries.first(in: Self.pinned)
    {
      if let value = remove(slot: slot) { out.append(value) }
      statistics.evictions += 1
    }
    return out
  }

  /// Pinning and unpinning count as uses.
  mutating func pin(_ keys: Set<Key>) {
    for slot in Array(entries.members(of: Self.pinned)) {
      guard let entry = entries[slot], !keys.contains(entry.key) else { continue }
      entries.move(slot, toEndOf: Self.loose)
      pinnedBytes -= entry.cost
    }
    let fresh = keys.subtracting(pins).compactMap { slots[$0] }
    for slot in fresh.sorted(by: { entries.age(of: $0) < entries.age(of: $1) }) {
      entries.move(slot, toEndOf: Self.pinned)
      pinnedBytes += entries[slot]?.cost ?? 0
    }
    pins = keys
  }

  private mutating func remove(slot: Int) -> Value? {
    let isPinned = entries.list(of: slot) == Self.pinned
    guard let entry = entries.remove(slot) else { return nil }
    slots[entry.key] = nil
    count(entry.cost, isPinned: isPinned, by: -1)
    return entry.value
  }

  private mutating func count(_ cost: Int, isPinned: Bool, by sign: Int) {
    statistics.count += sign
    statistics.bytes += sign * cost
    if isPinned { pinnedBytes += sign * cost }
  }
}
