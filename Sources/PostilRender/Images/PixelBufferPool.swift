package import Dispatch
import Foundation
import Synchronization

/// Reuses the memory of released pixel buffers for new ones of the same size: fresh memory of the system must be mapped
/// and cleared page by page, which takes longer than drawing a light tile.
///
/// Buffers made with a pool return their memory when the last reference to them is released. Thread-safe.
///
/// A pool with memory that workers draw into is that of one document: its workers can read and write all of it.
package final class PixelBufferPool: Sendable {
  /// The pool of all documents for memory that workers do not see: a program that draws a page of one document after another
  /// needs the same memory for each. It is released when it was not used for ten seconds.
  package static let pictures = PixelBufferPool(byteLimit: 32 << 20, idleTime: .seconds(10))

  /// The free memory of one kind, and when that kind was last used.
  fileprivate struct Shelf {
    var waiting: [PixelMemory] = []
    var use = 0
  }

  /// What memory is told apart by.
  fileprivate struct Kind: Hashable {
    let byteCount: Int
    let isShared: Bool
  }

  fileprivate struct Contents {
    var shelves: [Kind: Shelf] = [:]
    var clock = 0
    var waitsForIdleness = false
    var statistics = CacheStatistics()
  }

  private let byteLimit: Int
  private let idleTime: DispatchTimeInterval?
  private let allocator = SharedMemoryAllocator()
  private let contents = Mutex(Contents())

  /// - Parameters:
  ///   - byteLimit: The limit of free memory, in bytes.
  ///   - idleTime: After how long without use all free memory is released; `nil` for never.
  package init(byteLimit: Int, idleTime: DispatchTimeInterval? = nil) {
    self.byteLimit = max(byteLimit, 0)
    self.idleTime = idleTime
  }

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

  /// Memory that workers can draw into, with undefined content; the caller owns it.
  ///
  /// - Throws: ``PDFError`` with code `.renderFailed` if there is not enough.
  func shared(byteCount: Int) throws -> PixelMemory {
    if let used = reuse(byteCount: byteCount, isShared: true) { return used }
    return PixelMemory(try allocator.allocate(byteCount: byteCount))
  }

  /// Removes free memory of a size from the pool, with undefined content; the caller owns it.
  func reuse(byteCount: Int, isShared: Bool = false) -> PixelMemory? {
    var gone: [PixelMemory] = []
    defer { for memory in gone { memory.deallocate() } }
    return contents.withLock { contents in
      while let memory = contents.pop(.init(byteCount: byteCount, isShared: isShared)) {
        if memory.isRetired {
          gone.append(memory)
          continue
        }
        contents.statistics.hits += 1
        return memory
      }
      contents.statistics.misses += 1
      return nil
    }
  }

  /// Adds memory that is no longer used.
  func recycle(_ memory: PixelMemory) {
    guard memory.byteCount <= byteLimit, !memory.isRetired else { return memory.deallocate() }
    let (out, waits) = contents.withLock { contents in
      let out = contents.push(memory, limit: byteLimit)
      defer { contents.waitsForIdleness = true }
      return (out, contents.waitsForIdleness)
    }
    for memory in out { memory.deallocate() }
    if !waits { drainWhenIdle() }
  }

  /// Releases all free memory once it was not used for the time.
  private func drainWhenIdle() {
    guard let idleTime else { return }
    let clock = contents.withLock(\.clock)
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + idleTime) { [weak self] in
      guard let self else { return }
      guard contents.withLock({ $0.endWaiting(ifClockIs: clock) }) else { return drainWhenIdle() }
      drain()
    }
  }
}

extension PixelBufferPool.Contents {
  /// Whether nothing happened since the clock was this.
  fileprivate mutating func endWaiting(ifClockIs known: Int) -> Bool {
    guard clock == known else { return false }
    waitsForIdleness = false
    return true
  }

  fileprivate mutating func pop(_ kind: PixelBufferPool.Kind) -> PixelMemory? {
    guard let memory = shelves[kind]?.waiting.popLast() else { return nil }
    clock += 1
    shelves[kind]?.use = clock
    if shelves[kind]?.waiting.isEmpty == true { shelves[kind] = nil }
    statistics.count -= 1
    statistics.bytes -= kind.byteCount
    return memory
  }

  /// Adds free memory, and returns what is evicted for it: of the least recently used sizes.
  fileprivate mutating func push(_ memory: PixelMemory, limit: Int) -> [PixelMemory] {
    let kind = PixelBufferPool.Kind(byteCount: memory.byteCount, isShared: memory.shared != nil)
    clock += 1
    shelves[kind, default: .init()].use = clock
    shelves[kind]?.waiting.append(memory)
    statistics.count += 1
    statistics.bytes += memory.byteCount
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
