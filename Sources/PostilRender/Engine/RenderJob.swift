import PostilModel
import Synchronization

/// A queued or running request with its waiters.
struct RenderJob {
  let request: RenderRequest
  /// The order in which requests came.
  let number: Int
  var urgency: RenderUrgency
  var waiters: [Int: @Sendable (Result<RenderResult, any Error>) -> Void] = [:]
}

/// Identifies a waiter, for cancellation.
package struct RenderTicket: Sendable, Hashable {
  let request: RenderRequest
  let number: Int
}

/// The wait of a task for a request, which may be cancelled before the request has a ticket.
///
/// The result goes through its lock, and not through the continuation, since the thread sanitizer does not see what
/// orders that where it is resumed before the task is suspended.
final class RequestWait: Sendable {
  private struct State {
    var ticket: RenderTicket?
    var isCancelled = false
    var result: Result<RenderResult, any Error> = .failure(CancellationError())
  }

  private let state = Mutex(State())

  /// The result of the request, once it has ended.
  var result: Result<RenderResult, any Error> { state.withLock { $0.result } }

  func end(with result: Result<RenderResult, any Error>) { state.withLock { $0.result = result } }

  func set(_ ticket: RenderTicket, on core: RenderCore) {
    let isCancelled = state.withLock { state in
      state.ticket = ticket
      return state.isCancelled
    }
    if isCancelled { core.cancel(ticket) }
  }

  func cancel(on core: RenderCore) {
    let ticket = state.withLock { state in
      state.isCancelled = true
      return state.ticket
    }
    if let ticket { core.cancel(ticket) }
  }
}
