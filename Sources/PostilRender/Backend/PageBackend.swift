import PostilModel
package import PostilRenderProtocol

/// What draws the pages of one document and reads their text: the seam behind which another engine than poppler can stand.
/// Thread-safe.
package protocol PageBackend: Sendable {
  /// A new worker, with the document open.
  ///
  /// - Parameters:
  ///   - renderings: The limits of its cached renderings.
  ///   - deadline: How long opening the document may take.
  /// - Throws: ``PDFError`` if the document cannot be opened, ``WorkerLoss`` if what opens it hangs or crashes; the same at
  ///   once from then on. ``PDFError`` too for what has nothing to do with the document and may go well the next time: there is
  ///   no renderer, or no process, descriptor or memory to be had.
  func makeWorker(renderings: RenderingCacheLimit, deadline: Duration) throws -> any PageWorker
  /// Lets a document be tried again that could not be opened.
  func retryOpening()
  /// Makes workers, from now on, without what changes the libraries that draw: it may be what makes one crash. Returns `false` if
  /// that changes nothing.
  func leaveOutRemedies() -> Bool
  /// Tells what came of that: if a worker without them did what one with them crashed at, they stay away for good.
  func judgeRemedies(wereTheCause: Bool)
  /// What shuts the workers in; `nil` before the first was made.
  var isolation: ProcessIsolation? { get }
}

/// Carries out requests, one at a time. Used by one thread, but for ``end()``.
package protocol PageWorker: AnyObject, Sendable {
  /// - Parameters:
  ///   - pool: The pool for the memory of images.
  ///   - deadline: How long it may take.
  /// - Throws: ``PDFError`` for what cannot be done, after which the worker goes on; ``WorkerLoss``, after which it is gone.
  func carryOut(_ request: RenderRequest, pool: PixelBufferPool, deadline: Duration) throws -> RenderResult
  /// What the worker told of the last request.
  var report: WorkReport { get }
  /// Whether it takes so much memory that a new one is better.
  var hasGrown: Bool { get }
  /// Ends it, also while it is busy. Any thread may call this.
  func end()
}

/// How a worker was lost.
package enum WorkerLoss: Error {
  /// It took longer than allowed and was ended.
  case timedOut
  /// It crashed, or was ended by another.
  case crashed
}

/// The report of a worker after a request.
package struct WorkReport: Sendable {
  /// The pages of which it has cached renderings.
  package var pages: Set<Int> = []
  package var cachedBytes = 0
  package var pagesDrawn = 0
  /// Poppler's messages.
  package var messages: [String] = []
  /// How the worker was lost, if it was.
  package var loss: WorkerLoss?

  package init() {}
}
