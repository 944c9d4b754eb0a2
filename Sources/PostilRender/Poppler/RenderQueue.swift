import Dispatch

/// Runs an actor on a dispatch queue: rendering takes long, and Swift's own threads are too few
/// to be kept busy with it.
package final class RenderQueue: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
