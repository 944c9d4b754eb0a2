import Dispatch
import Synchronization

/// Carries out work on several threads at once, the calling one among them, and returns when all of them are done.
///
/// - Parameter body: The work of one thread, by its number from 0.
/// - Returns: What each of them returned, by its number.
/// - Throws: What the first of them threw, by its number.
@discardableResult
package func concurrently<Value: Sendable>(
  _ threadCount: Int, _ body: @Sendable (Int) throws -> Value
) throws -> [Value] {
  let results = Mutex<[Int: Result<Value, any Error>]>([:])
  DispatchQueue.concurrentPerform(iterations: threadCount) { number in
    let result = Result { try body(number) }
    results.withLock { $0[number] = result }
  }
  return try results.withLock { $0 }.sorted { $0.key < $1.key }.map { try $0.value.get() }
}

/// Does something on another thread while the calling one does something else, and returns when both are done.
///
/// Where no other thread has begun by then, the calling one does both: nothing waits for a thread to be free.
///
/// - Parameters:
///   - other: The work of the other thread.
///   - own: The work of the calling one.
/// - Throws: What `own` threw.
package func concurrently<Other: Sendable, Own, Failure: Error>(
  with other: @escaping @Sendable () -> Other, _ own: () throws(Failure) -> Own
) throws(Failure) -> (other: Other, own: Own) {
  let work = SharedWork(other)
  let group = DispatchGroup()
  DispatchQueue.global().async(group: group) { _ = work.doUnlessBegun() }
  let result: Result<Own, Failure> = Result(catching: own)
  if !work.doUnlessBegun() { group.wait() }
  return (work.result ?? other(), try result.get())
}

/// Work that is done once, by the first thread that comes to it.
private final class SharedWork<Value: Sendable>: Sendable {
  private let body: @Sendable () -> Value
  private let state = Mutex<(isBegun: Bool, result: Value?)>((false, nil))

  init(_ body: @escaping @Sendable () -> Value) {
    self.body = body
  }

  var result: Value? { state.withLock(\.result) }

  /// - Returns: Whether this call did it.
  func doUnlessBegun() -> Bool {
    let isBegun = state.withLock { state in
      defer { state.isBegun = true }
      return state.isBegun
    }
    guard !isBegun else { return false }
    let result = body()
    state.withLock { $0.result = result }
    return true
  }
}
