import Dispatch
import Synchronization

/// Sets documents outside of Swift's pool of threads, several at once.
enum LayoutQueue {
  private static let queue = DispatchQueue(
    label: "postil.layout", qos: .userInitiated, attributes: .concurrent)

  /// - Parameter body: Gets what throws `CancellationError` once the task was cancelled.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable (_ check: @escaping () throws -> Void) throws -> Result
  ) async throws -> Result {
    let isCancelled = Mutex(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Swift.Result {
              try body { if isCancelled.withLock({ $0 }) { throw CancellationError() } }
            })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
