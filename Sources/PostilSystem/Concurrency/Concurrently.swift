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

/// Does something on another thread while the calling one does something else, and returns when both are done.
///
/// - Parameters:
///   - other: The work of the other thread.
///   - own: The work of the calling one.
/// - Throws: What `own` threw.
package func concurrently<Other: Sendable, Own, Failure: Error>(
  with other: @escaping @Sendable () -> Other, _ own: () throws(Failure) -> Own
) throws(Failure) -> (other: Other, own: Own) {
  let later = Later<Other>()
  let group = DispatchGroup()
  DispatchQueue.global().async(group: group) {
    let found = other()
    later.value.withLock { $0 = found }
  }
  let result: Result<Own, Failure> = Result(catching: own)
  group.wait()
  return (later.value.withLock { $0 } ?? other(), try result.get())
}

/// What another thread will find out.
private final class Later<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
