import Foundation
import Synchronization

/// Memory of pixel buffers that are gone, kept for new ones of the same size: memory that is fresh from
/// the system must be mapped and cleared page by page, which takes longer than drawing a light tile.
///
/// Buffers made with a pool give their memory back when the last of those who share them lets go. Any
/// thread may use it.
package final class PixelBufferPool: Sendable {
  /// The memory of one size that waits, and when some was last asked for or given back.
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

  /// - Parameter byteLimit: How much memory may wait for reuse.
  package init(byteLimit: Int) { self.byteLimit = max(byteLimit, 0) }

  deinit { drain() }

  /// How often memory was reused (hits) or not (misses), how much waits, and how many pieces were freed
  /// to make room for others.
  package var statistics: CacheStatistics { contents.withLock { $0.statistics } }

  /// Frees all memory that waits.
  package func drain() {
    let all = contents.withLock { contents in
      defer { contents.shelves = [:] }
      contents.statistics.count = 0
      contents.statistics.bytes = 0
      return contents.shelves.values.flatMap(\.waiting)
    }
    for memory in all { memory.deallocate() }
  }

  /// Memory of a size that waited, with whatever is in it; the caller owns it.
  func take(byteCount: Int) -> PixelMemory? {
    contents.withLock { contents in
      guard let memory = contents.pop(byteCount) else {
        contents.statistics.misses += 1
        return nil
      }
      contents.statistics.hits += 1
      return memory
    }
  }

  /// Takes over memory that nobody uses any more.
  func give(_ memory: PixelMemory) {
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

  /// Puts memory on its shelf, and returns what must go for it: of the sizes not used for the longest time.
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
