package import Dispatch
package import PostilRenderProtocol

/// Options of an engine.
package struct EngineOptions: Sendable {
  /// How many pages may be drawn at once.
  package var workerCount = 1
  /// How long a request may take before its worker is ended; opening the document first may take as long again.
  package var deadline: Duration = .seconds(30)
  /// The limits of each worker's cached renderings.
  package var cachedRenderings = RenderingCacheLimit(byteCount: 64 << 20, count: 6)
  /// How much memory of images that are gone is kept for new ones, in bytes.
  package var spareMemory = 0
  /// After how long without work a process ends: forking another takes about a millisecond.
  package var idleTime: DispatchTimeInterval = .seconds(10)
  /// Whether the process that worked last does not: it has renderings of what is looked at.
  package var keepsLatestProcess = false
  /// How often a page that times out is tried in all, at least 1: as it is asked for again, and with twice the ``deadline`` from the
  /// second time on, since the machine may have been busy with something else.
  package var tryCount = 1

  package init() {}
}
