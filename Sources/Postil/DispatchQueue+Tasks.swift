import Dispatch
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

  /// The same, but a task that is cancelled goes on at once. What was begun is carried to its end, and its result dropped.
  ///
  /// - Throws: `CancellationError`, or what `body` throws.
  func resultUnlessCancelled<Success: Sendable>(
    _ body: @escaping @Sendable () throws -> Success
  ) async throws -> Success {
    let waiter = Waiter<Success>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiter.wait(continuation)
        async { if !waiter.isOver { waiter.end(Swift.Result(catching: body)) } }
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

  var isOver: Bool { state.withLock { $0.result != nil } }

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
