import Foundation
import Synchronization

/// Hands out items of work to threads, by their numbers from 0; each goes to one of them. See ``concurrently(_:_:)``.
package final class WorkQueue: Sendable {
  package let count: Int
  /// How many threads are worth it.
  package let threadCount: Int
  private let taken = Mutex(0)

  private static let mostThreads = 4

  /// - Parameters:
  ///   - count: How many items there are.
  ///   - fewest: How many items a thread should have, so that it is worth it.
  package init(_ count: Int, fewestPerThread fewest: Int = 1) {
    self.count = count
    threadCount = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Self.mostThreads, count / fewest))
  }

  /// An item that no other thread has; `nil` after the last.
  package func next() -> Int? {
    taken.withLock { taken in
      guard taken < count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }
}
