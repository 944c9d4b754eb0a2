import Foundation
import Synchronization

/// Reuses the memory of released pixel buffers for new ones of the same size: fresh memory of the system must be mapped
/// and cleared page by page, which takes longer than drawing a light tile.
///
/// Buffers made with a pool return their memory when the last reference to them is released. Thread-safe.
package final class PixelBufferPool: Sendable {
  /// The free memory of one size, and when that size was last used.
  fileprivate struct Shelf {
    var waiting: [PixelMemory] = []
    var use = 0
  }

  fileprivate struct Contents {
    var shelves: [Int: Shelf] = [:]
    var clock = 0
    var statistics = CacheStatistics()
  }

  private let byteLimit: Int
  private let contents = Mutex(Contents())

  /// - Parameter byteLimit: The limit of free memory, in bytes.
  package init(byteLimit: Int) { self.byteLimit = max(byteLimit, 0) }

  deinit { drain() }

  /// How often memory was reused (hits) or not (misses), how much is free, and how many pieces were evicted.
  package var statistics: CacheStatistics { contents.withLock { $0.statistics } }

  /// Releases all free memory.
  package func drain() {
    let all = contents.withLock { contents in
      defer { contents.shelves = [:] }
      contents.statistics.count = 0
      contents.statistics.bytes = 0
      return contents.shelves.values.flatMap(\.waiting)
    }
    for memory in all { memory.deallocate() }
  }

  /// Removes free memory of a size from the pool, with undefined content; the caller owns it.
  func reuse(byteCount: Int) -> PixelMemory? {
    contents.withLock { contents in
      guard let memory = contents.pop(byteCount) else {
        contents.statistics.misses += 1
        return nil
      }
      contents.statistics.hits += 1
      return memory
    }
  }

  /// Adds memory that is no longer used.
  func recycle(_ memory: PixelMemory) {
    guard memory.byteCount <= byteLimit else { return memory.deallocate() }
    let out = contents.withLock { $0.push(memory, memory.byteCount, limit: byteLimit) }
    for memory in out { memory.deallocate() }
  }
}

extension PixelBufferPool.Contents {
  fileprivate mutating func pop(_ byteCount: Int) -> PixelMemory? {
    guard let memory = shelves[byteCount]?.waiting.popLast() else { return nil }
    clock += 1
    shelves[byteCount]?.use = clock
    if shelves[byteCount]?.waiting.isEmpty == true { shelves[byteCount] = nil }
    statistics.count -= 1
    statistics.bytes -= byteCount
    return memory
  }

  /// Adds free memory, and returns what is evicted for it: of the least recently used sizes.
  fileprivate mutating func push(
    _ memory: PixelMemory, _ byteCount: Int, limit: Int
  ) -> [PixelMemory] {
    clock += 1
    shelves[byteCount, default: .init()].use = clock
    shelves[byteCount]?.waiting.append(memory)
    statistics.count += 1
    statistics.bytes += byteCount
    var out: [PixelMemory] = []
    while statistics.bytes > limit, let oldest = shelves.min(by: { $0.value.use < $1.value.use })?.key,
      let memory = pop(oldest)
    {
      statistics.evictions += 1
      out.append(memory)
    }
    return out
  }
}
