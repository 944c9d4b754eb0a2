import Dispatch

/// Runs an actor on a queue of its own, so that work that waits for a disk holds up no thread of the pool.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Does something after what was enqueued before.
  func enqueue(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
