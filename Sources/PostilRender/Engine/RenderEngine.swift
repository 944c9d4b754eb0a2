package import Foundation
package import RenderProtocol
import Synchronization

/// Renders the pages of one document on threads of its own, the most urgent first. Thread-safe.
package final class RenderEngine: Sendable {
  private let core: RenderCore

  /// - Parameters:
  ///   - backend: What draws the document.
  ///   - url: The file to name in errors.
  ///   - pool: The pool for the memory of images.
  ///   - sink: Gets every image on the thread that rendered it, whether or not a waiter is left.
  package init(
    _ backend: any PageBackend, url: URL?, options: EngineOptions, pool: PixelBufferPool,
    sink: @escaping @Sendable (RenderRequest, PageImage) -> Void = { _, _ in }
  ) {
    core = RenderCore(backend, url: url, options: options, pool: pool, sink: sink)
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

  /// Ends a wait with `CancellationError`, at once. A queued request without waiters is dropped; the result of a running one
  /// goes to the sink.
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

  /// Lets a page be tried again that timed out or crashed.
  package func retry(page index: Int) { core.retry(page: index) }

  /// What shuts the workers in; `nil` before the first was made.
  package var isolation: ProcessIsolation? { core.backend.isolation }

  /// Poppler's messages about a page.
  package func messages(ofPage index: Int) -> [String] { core.messages(ofPage: index) }

  /// Statistics so far.
  package var statistics: EngineStatistics { core.statistics }
}

/// Options of an engine.
package struct EngineOptions: Sendable {
  /// How many pages may be drawn at once.
  package var workerCount = 1
  /// How long a request may take before its worker is ended.
  package var deadline: Duration = .seconds(30)
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
  /// How many crashed their worker.
  package var crashed = 0
  /// How often poppler rendered a page.
  package var pagesDrawn = 0
  /// The memory of cached renderings, in bytes, as far as known.
  package var cachedBytes = 0

  package init() {}
}
