import Dispatch
import Synchronization

/// Carries out work on several threads at once, the calling one among them, and returns when all of them are done.
///
/// - Parameter body: The work of one thread, by its number from 0.
/// - Throws: What the first of them threw, by its number.
package func concurrently(_ threadCount: Int, _ body: @Sendable (Int) throws -> Void) throws {
  let failures = Mutex<[Int: any Error]>([:])
  DispatchQueue.concurrentPerform(iterations: threadCount) { number in
    do { try body(number) } catch { failures.withLock { $0[number] = error } }
  }
  if let first = failures.withLock({ $0.min { $0.key < $1.key } }) { throw first.value }
}
