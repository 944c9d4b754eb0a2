import Foundation
import Synchronization

/// Memory of pixel buffers that are gone, kept for new ones of the same size: memory that is fresh from
/// the system must be mapped and cleared page by page, which takes longer than drawing a light tile.
///
/// Buffers made with a pool give their memory back when the last of those who share them lets go. Any
/// thread may use it.
package final class PixelBufferPool: Sendable {
  fileprivate struct Memory: @unchecked Sendable {
    let address: UnsafeMutableRawPointer
  }

  /// The memory of one size that waits, and when some was last asked for or given back.
  fileprivate struct Shelf {
    var waiting: [Memory] = []
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
    for memory in all { free(memory.address) }
  }

  /// Memory of a size that waited, with whatever is in it; the caller owns it.
  func take(byteCount: Int) -> UnsafeMutableRawPointer? {
    let memory: Memory? = contents.withLock { contents in
      guard let memory = contents.pop(byteCount) else {
        contents.statistics.misses += 1
        return nil
      }
      contents.statistics.hits += 1
      return memory
    }
    return memory?.address
  }

  /// Takes over memory that `malloc` gave.
  func give(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    let memory = Memory(address: address)
    guard byteCount <= byteLimit else { return free(address) }
    let out = contents.withLock { $0.push(memory, byteCount, limit: byteLimit) }
    for memory in out { free(memory.address) }
  }
}

extension PixelBufferPool.Contents {
  fileprivate mutating func pop(_ byteCount: Int) -> PixelBufferPool.Memory? {
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
    _ memory: PixelBufferPool.Memory, _ byteCount: Int, limit: Int
  ) -> [PixelBufferPool.Memory] {
    clock += 1
    shelves[byteCount, default: .init()].use = clock
    shelves[byteCount]?.waiting.append(memory)
    statistics.count += 1
    statistics.bytes += byteCount
    var out: [PixelBufferPool.Memory] = []
    while statistics.bytes > limit, let oldest = shelves.min(by: { $0.value.use < $1.value.use })?.key,
      let memory = pop(oldest)
    {
      statistics.evictions += 1
      out.append(memory)
    }
    return out
  }
}
