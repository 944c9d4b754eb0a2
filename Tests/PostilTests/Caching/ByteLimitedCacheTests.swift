@testable import Postil
import PostilTestSupport
import Testing

@Suite struct ByteLimitedCacheTests {
  @Test func whatWasNotUsedForLongestGoesFirst() {
    let cache = ByteLimitedCache<Int, String>(byteLimit: 30)
    for key in 1...3 { #expect(cache.insert("\(key)", for: key, cost: 10)) }
    #expect(cache.value(for: 1) == "1")
    cache.insert("4", for: 4, cost: 10)
    #expect(cache.value(for: 2) == nil)
    #expect([1, 3, 4].allSatisfy(cache.contains))
    let statistics = cache.statistics
    #expect(statistics.hits == 1 && statistics.misses == 1 && statistics.evictions == 1)
    #expect(statistics.count == 3 && statistics.bytes == 30 && statistics.hitRate == 0.5)
  }

  @Test func pinnedValuesGoLastAndMakeNoRoomForOthers() {
    let cache = ByteLimitedCache<Int, Int>(byteLimit: 30)
    cache.setPinned([1, 2, 9])
    for key in [1, 2, 3] { cache.insert(key, for: key, cost: 10) }
    #expect(cache.insert(4, for: 4, cost: 10))
    #expect([1, 2, 4].allSatisfy(cache.contains) && !cache.contains(3))
    #expect(!cache.insert(5, for: 5, cost: 11))
    #expect(cache.contains(4))
    #expect(cache.insert(9, for: 9, cost: 20))
    #expect(cache.contains(9) && cache.contains(2) && !cache.contains(1) && !cache.contains(4))
    cache.shrink(to: 0)
    #expect(cache.statistics.count == 0 && cache.statistics.bytes == 0 && cache.byteLimit == 30)
  }

  @Test func whatIsTooLargeIsNotKeptAndTheOldValueIsGone() {
    let cache = ByteLimitedCache<Int, Int>(byteLimit: 10)
    cache.insert(1, for: 1, cost: 5)
    #expect(!cache.insert(2, for: 1, cost: 11))
    #expect(!cache.contains(1))
    let none = ByteLimitedCache<Int, Int>(byteLimit: -1)
    #expect(!none.insert(1, for: 1, cost: -7))
  }

  /// Values that use their cache when they are freed would wait for themselves if the lock were held.
  @Test func valuesAreFreedOutsideTheLock() {
    final class Value: Sendable {
      let cache: ByteLimitedCache<Int, Value>
      init(_ cache: ByteLimitedCache<Int, Value>) { self.cache = cache }
      deinit { _ = cache.statistics }
    }
    let cache = ByteLimitedCache<Int, Value>(byteLimit: 1)
    for key in 0..<3 { cache.insert(Value(cache), for: key, cost: 1) }
    cache.insert(Value(cache), for: 2, cost: 1)
    cache.removeValue(for: 2)
    cache.insert(Value(cache), for: 4, cost: 1)
    cache.byteLimit = 0
    cache.byteLimit = 1
    cache.insert(Value(cache), for: 5, cost: 1)
    cache.removeAll()
    #expect(cache.statistics.count == 0)
  }

  @Test func threadsMayUseItTogether() async {
    let cache = ByteLimitedCache<Int, Int>(byteLimit: 500)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(task))
          for _ in 0..<2000 {
            let key = Int.random(in: 0..<200, using: &random)
            if let value = cache.value(for: key) { #expect(value == key) }
            cache.insert(key, for: key, cost: 10)
            if key == 0 { cache.setPinned(Set(0..<task)) }
          }
        }
      }
    }
    #expect(cache.statistics.bytes == 500 && cache.statistics.count == 50)
  }

  @Test(arguments: 0..<40) func doesWhatTheModelDoes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cache = ByteLimitedCache<Int, Int>(byteLimit: 100)
    var model = CacheModel(byteLimit: 100)
    for step in 0..<400 {
      let key = Int.random(in: 0..<20, using: &random)
      let number = Int.random(in: 0...40, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9:
        #expect(cache.insert(step, for: key, cost: number) == model.insert(step, for: key, cost: number))
      case 9..<14: #expect(cache.value(for: key) == model.value(for: key))
      case 14:
        cache.removeValue(for: key)
        model.remove { $0 == key }
      case 15:
        let keys = Set((0..<4).map { _ in Int.random(in: 0..<20, using: &random) })
        cache.setPinned(keys)
        model.pin(keys)
      case 16:
        cache.shrink(to: number * 2)
        model.evict(to: number * 2)
      case 17:
        cache.removeAll { $0 % 5 == key }
        model.remove { $0 % 5 == key }
      case 18:
        cache.byteLimit = 40 + number * 3
        model.byteLimit = 40 + number * 3
        model.evict(to: model.byteLimit)
      default: #expect(cache.contains(key) == (model.entries[key] != nil))
      }
      #expect(cache.statistics == model.statistics)
      for key in 0..<20 { #expect(cache.contains(key) == (model.entries[key] != nil)) }
    }
  }
}

/// The same in the plainest way: a table in which the oldest is looked for.
private struct CacheModel {
  struct Entry {
    var value: Int
    var cost: Int
    var use: Int
  }

  var byteLimit: Int
  var entries: [Int: Entry] = [:]
  private var pins: Set<Int> = []
  private var clock = 0
  private var counts = CacheStatistics()

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  private var bytes: Int { entries.values.map(\.cost).reduce(0, +) }

  var statistics: CacheStatistics {
    var result = counts
    result.count = entries.count
    result.bytes = bytes
    return result
  }

  mutating func value(for key: Int) -> Int? {
    if entries[key] == nil { counts.misses += 1 } else { counts.hits += 1 }
    touch(key)
    return entries[key]?.value
  }

  mutating func insert(_ value: Int, for key: Int, cost: Int) -> Bool {
    entries[key] = nil
    let cost = max(cost, 1)
    let staying = entries.filter { pins.contains($0.key) && !pins.contains(key) }
    guard cost + staying.values.map(\.cost).reduce(0, +) <= byteLimit else { return false }
    evict(to: byteLimit - cost)
    entries[key] = Entry(value: value, cost: cost, use: 0)
    touch(key)
    return true
  }

  mutating func evict(to limit: Int) {
    while bytes > limit, let oldest = entries.min(by: { rank($0) < rank($1) }) {
      entries[oldest.key] = nil
      counts.evictions += 1
    }
  }

  mutating func remove(where condition: (Int) -> Bool) { entries = entries.filter { !condition($0.key) } }

  mutating func pin(_ keys: Set<Int>) {
    let changed = entries.filter { pins.contains($0.key) != keys.contains($0.key) }
    for key in changed.sorted(by: { $0.value.use < $1.value.use }).map(\.key) { touch(key) }
    pins = keys
  }

  private mutating func touch(_ key: Int) {
    clock += 1
    entries[key]?.use = clock
  }

  private func rank(_ entry: (key: Int, value: Entry)) -> (Int, Int) {
    (pins.contains(entry.key) ? 1 : 0, entry.value.use)
  }
}
