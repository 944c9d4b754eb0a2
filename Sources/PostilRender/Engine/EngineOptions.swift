/// How an engine works.
package struct EngineOptions: Sendable {
  /// How many pages may be drawn at once.
  package var workerCount = 1
  /// How long a step may take before its worker is given up.
  package var deadline: Duration = .seconds(30)
  /// What each worker may keep of pages.
  package var cachedRenderings = RenderingCacheLimit(byteCount: 64 << 20, count: 6)

  package init() {}
}
