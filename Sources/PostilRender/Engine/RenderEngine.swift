package import Foundation
package import PostilRenderProtocol
import Synchronization

/// Renders the pages of one document on threads of its own, the most urgent first. Thread-safe.
package final class RenderEngine: Sendable {
  private let core: RenderCore

  /// - Parameters:
  ///   - backend: What draws the document.
  ///   - url: The file to name in errors.
  ///   - sink: Gets every image on the thread that rendered it, whether or not a waiter is left.
  package init(
    _ backend: any PageBackend, url: URL?, options: EngineOptions,
    sink: @escaping @Sendable (RenderRequest, PageImage) -> Void = { _, _ in }
  ) {
    core = RenderCore(backend, url: url, options: options, sink: sink)
  }

  deinit { core.close() }

  /// Submits a request. Equal requests are joined.
  ///
  /// - Parameter completion: Called once, on any thread: with the result, ``PDFError``, or `CancellationError`. For a page that is not
  ///   tried again, or when the engine is closed, before this returns.
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

  /// Ends the processes, with the renderings that they keep, as soon as they are free, and frees spare memory. What is asked for
  /// next starts new ones.
  package func trimMemory() { core.trimMemory() }

  /// Lets a page, or all, be tried again that timed out or crashed, and the document be opened again if that failed.
  package func retry(page index: Int? = nil) { core.retry(page: index) }

  /// How long a request may take that is begun from now on.
  package func setDeadline(_ deadline: Duration) { core.deadline.withLock { $0 = deadline } }

  /// What shuts the workers in; `nil` before the first was made.
  package var isolation: ProcessIsolation? { core.backend.isolation }

  /// Poppler's messages about a page, each once, sorted; not all if there are very many.
  package func messages(ofPage index: Int) -> [String] { core.messages(ofPage: index) }

  /// Statistics so far.
  package var statistics: EngineStatistics { core.statistics }
}

/// Statistics of an engine.
package struct EngineStatistics: Sendable, Hashable {
  /// How many requests were carried out, also with an error.
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
