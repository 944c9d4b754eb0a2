import Foundation

/// Waits until something holds, looking again with growing pauses.
///
/// - Returns: `false` if it still does not hold after a quarter of an hour. Under a sanitizer, or beside other work, all tests
///   at once take minutes, and each of them waits for all others: a shorter limit would measure the machine.
package func becomesTrue(
  isolation: isolated (any Actor)? = #isolation, _ isTrue: () throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(900)
  // Tests of views share the main actor: many that look often would keep it from what they wait for.
  var pause = Duration.milliseconds(2)
  while try !isTrue() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: pause)
    pause = min(pause * 1.2, .milliseconds(100))
  }
  return true
}

/// Does what blocks or lasts on a thread of its own. The threads of Swift's pool and of Dispatch's are as few as the cores: a
/// test that kept one would keep the others' work waiting, and some wait for each other.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
