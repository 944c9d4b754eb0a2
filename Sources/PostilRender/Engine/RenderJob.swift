import PostilModel

/// A request on its way, and who waits for it.
struct RenderJob {
  let request: RenderRequest
  /// The order in which requests came.
  let number: Int
  var urgency: RenderUrgency
  var waiters: [Int: @Sendable (Result<RenderResult, any Error>) -> Void] = [:]
}

/// What tells one waiter from others: to cancel with.
package struct RenderTicket: Sendable, Hashable {
  let request: RenderRequest
  let number: Int
}
