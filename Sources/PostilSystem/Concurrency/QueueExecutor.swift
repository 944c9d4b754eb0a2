import Dispatch

/// Runs an actor on a queue of its own, so that work that waits for a disk blocks no thread of Swift's pool.
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs a closure after what was enqueued before.
  package func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
