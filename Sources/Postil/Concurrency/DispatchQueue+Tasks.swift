import Dispatch
import PostilFile
import Synchronization

extension DispatchQueue {
  /// Does something on the queue, and suspends the calling task meanwhile.
  package func result<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws
    -> Success
  {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }

  /// The same, unless the task is canceled before. What was begun is waited for: it ends when it looks, or at its end.
  package func cancellable<Success: Sendable>(
    _ progress: (@Sendable (Double) -> Void)? = nil,
    _ body: @escaping @Sendable (WorkMonitor) throws -> Success
  ) async throws -> Success {
    let isCancelled = Mutex(false)
    let monitor = WorkMonitor(progress: progress ?? { _ in }) {
      if isCancelled.withLock({ $0 }) { throw CancellationError() }
    }
    return try await withTaskCancellationHandler {
      try await result {
        try monitor.checkCancellation()
        return try body(monitor)
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  /// The same, but a task that is canceled goes on at once. What was begun goes on until it looks, or to its end, and its
  /// result is dropped.
  ///
  /// - Parameter body: Given what throws `CancellationError` if the task was canceled.
  /// - Throws: `CancellationError`, or what `body` throws.
  func resultUnlessCancelled<Success: Sendable>(
    _ body: @escaping @Sendable (_ checkCancellation: @escaping @Sendable () throws -> Void) throws -> Success
  ) async throws -> Success {
    let waiter = Waiter<Success>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiter.wait(continuation)
        async {
          waiter.end(
            Swift.Result {
              try waiter.checkCancellation()
              return try body { try waiter.checkCancellation() }
            })
        }
      }
    } onCancel: {
      waiter.end(.failure(CancellationError()))
    }
  }
}

/// A task that waits for the first of several results.
private final class Waiter<Success: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Success, any Error>?
    var result: Result<Success, any Error>?
  }

  private let state = Mutex(State())

  /// - Throws: `CancellationError` if there is a result: that of the cancellation.
  func checkCancellation() throws { if state.withLock({ $0.result != nil }) { throw CancellationError() } }

  /// Has the continuation resumed with the first result, at once if there is one.
  func wait(_ continuation: CheckedContinuation<Success, any Error>) {
    let early = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let early { continuation.resume(with: early) }
  }

  /// Gives a result; others after the first are dropped.
  func end(_ result: Result<Success, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      if state.result == nil { state.result = result }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
