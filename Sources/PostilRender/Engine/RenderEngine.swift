import Synchronization

/// Renders the pages of one document on threads of its own, the most urgent first. Thread-safe.
package final class RenderEngine: Sendable {
  private let core: RenderCore

  /// - Parameters:
  ///   - source: The document.
  ///   - pool: The pool for the memory of images.
  ///   - sink: Gets every image on the thread that rendered it, whether or not a waiter is left.
  package init(
    _ source: RenderSource, password: String?, options: EngineOptions,
    pool: PixelBufferPool, sink: @escaping @Sendable (RenderRequest, PageImage) -> Void = { _, _ in }
  ) {
    core = RenderCore(source, password: password, options: options, pool: pool, sink: sink)
  }

  deinit { core.close() }

  /// Submits a request. Equal requests are joined.
  ///
  /// - Parameter completion: Called once, on any thread: with the result, ``PDFError``, or `CancellationError`.
  /// - Returns: The ticket for cancellation.
  @discardableResult
  package func submit(
    _ request: RenderRequest, _ urgency: RenderUrgency,
    completion: @escaping @Sendable (Result<RenderResult, any Error>) -> Void
  ) -> RenderTicket {
    core.submit(request, urgency, completion)
  }

  /// Ends a wait with `CancellationError`, at once. A running request without waiters stops at its next step; a
  /// queued one is dropped.
  package func cancel(_ ticket: RenderTicket) { core.cancel(ticket) }

  /// Submits a request and waits for its result; ends at once if the task is cancelled.
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

  /// Drops the cached renderings, as soon as the workers are free.
  package func dropCachedRenderings() { core.dropCachedRenderings() }

  /// Poppler's messages about a page.
  package func messages(ofPage index: Int) -> [String] { core.messages(ofPage: index) }

  /// Statistics so far.
  package var statistics: EngineStatistics { core.statistics }
}

/// Options of an engine.
package struct EngineOptions: Sendable {
  /// How many pages may be drawn at once.
  package var workerCount = 1
  /// How long a step may take before its worker times out.
  package var deadline: Duration = .seconds(30)
  /// Whether a worker that timed out goes on at the lowest priority.
  package var lowersPriorityOfStuckWorkers = true
  /// The limits of each worker's cached renderings.
  package var cachedRenderings = RenderingCacheLimit(byteCount: 64 << 20, count: 6)

  package init() {}
}

/// Statistics of an engine.
package struct EngineStatistics: Sendable, Hashable {
  /// How many requests were carried out.
  package var finished = 0
  /// How many joined an equal one.
  package var joined = 0
  /// How many were cancelled before they were started.
  package var dropped = 0
  /// How many timed out.
  package var timedOut = 0
  /// How many workers that timed out still run.
  package var stuckWorkers = 0
  /// How often poppler rendered a page.
  package var pagesDrawn = 0
  /// The memory of cached renderings, in bytes, as far as known.
  package var cachedBytes = 0

  package init() {}
}
