import Synchronization

/// Draws the pages of one document on threads of its own, the most urgent first. Any thread may ask.
package final class RenderEngine: Sendable {
  private let core: RenderCore

  /// - Parameters:
  ///   - source: The document.
  ///   - pool: Where the memory of images comes from.
  ///   - sink: Gets every image that is made, on the thread that made it, whether or not somebody still waits
  ///     for it.
  package init(
    _ source: RenderSource, password: String?, options: EngineOptions,
    pool: PixelBufferPool, sink: @escaping @Sendable (RenderRequest, PageImage) -> Void = { _, _ in }
  ) {
    core = RenderCore(source, password: password, options: options, pool: pool, sink: sink)
  }

  deinit { core.close() }

  /// Asks for something. Equal requests are joined.
  ///
  /// - Parameter completion: Called once, on whatever thread: with the result, ``PDFError``, or
  ///   `CancellationError`.
  /// - Returns: What to cancel with.
  @discardableResult
  package func submit(
    _ request: RenderRequest, _ urgency: RenderUrgency,
    completion: @escaping @Sendable (Result<RenderResult, any Error>) -> Void
  ) -> RenderTicket {
    core.submit(request, urgency, completion)
  }

  /// Ends a wait with `CancellationError`, at once. What is being drawn is finished, or given up at the
  /// next step; what was not begun never is.
  package func cancel(_ ticket: RenderTicket) { core.cancel(ticket) }

  /// Asks for something and waits for it; ends at once if the task is cancelled.
  package func result(of request: RenderRequest, _ urgency: RenderUrgency) async throws -> RenderResult {
    try Task.checkCancellation()
    let wait = RequestWait()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ticket = core.submit(request, urgency) { result in
          wait.end(with: result)
          continuation.resume()
        }
        wait.set(ticket, on: core)
      }
    } onCancel: {
      wait.cancel(on: core)
    }
    return try wait.result.get()
  }

  /// An image: see ``result(of:_:)``.
  package func image(_ request: RenderRequest, _ urgency: RenderUrgency) async throws -> PageImage {
    try await result(of: request, urgency).image()
  }

  /// Frees what is kept of pages, as soon as the workers come to it.
  package func dropCachedRenderings() { core.dropCachedRenderings() }

  /// What poppler complained of when it read or drew a page.
  package func messages(ofPage index: Int) -> [String] { core.messages(ofPage: index) }

  /// What was done so far.
  package var statistics: EngineStatistics { core.statistics }
}
