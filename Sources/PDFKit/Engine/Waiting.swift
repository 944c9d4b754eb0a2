internal import Foundation

/// Runs asynchronous work for calls that are synchronous in PDFKit.
enum Waiting {
  /// Waits for work, which a thread of its own carries out: it ends even if every thread of Swift's pool waits here.
  ///
  /// - Returns: `nil` if the work throws.
  static func result<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) -> Value? {
    let executor = ThreadExecutor()
    let outcome = Outcome<Value>()
    Task.detached(executorPreference: executor) {
      outcome.finish(try? await work())
      executor.stop()
    }
    Thread.detachNewThread { executor.run() }
    return outcome.wait()
  }
}

/// Runs jobs on the thread that calls `run`.
private final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
  // All of it under the condition's lock.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isStopped = false

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    let isLate = isStopped && jobs.isEmpty
    if !isLate { jobs.append(job) }
    condition.signal()
    condition.unlock()
    // What is left to do after the result is there.
    if isLate { Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
  }

  func stop() {
    condition.lock()
    isStopped = true
    condition.signal()
    condition.unlock()
  }

  func run() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty {
      if isStopped { return nil }
      condition.wait()
    }
    return jobs.removeFirst()
  }
}

/// A value that comes later.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Both under the condition's lock.
  private let condition = NSCondition()
  private var value: Value??

  func finish(_ new: Value?) {
    condition.lock()
    value = .some(new)
    condition.signal()
    condition.unlock()
  }

  func wait() -> Value? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value { return value }
      condition.wait()
    }
  }
}
