import Dispatch

/// Where signatures are verified and made, off the threads of Swift's concurrency: digests of large files take seconds.
let signatureQueue = DispatchQueue(label: "Postil.Signatures", qos: .userInitiated, attributes: .concurrent)

extension DispatchQueue {
  /// Does something on the queue, and suspends the calling task meanwhile.
  func result<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Swift.Result(catching: body)) }
    }
  }
}
