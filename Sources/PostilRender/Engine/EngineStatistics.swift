/// What an engine did so far.
package struct EngineStatistics: Sendable, Hashable {
  /// How many requests were carried out.
  package var finished = 0
  /// How many joined one that was on its way.
  package var joined = 0
  /// How many nobody wanted any more before they were begun.
  package var dropped = 0
  /// How many took too long.
  package var timedOut = 0
  /// How many of the workers given up still run.
  package var stuckWorkers = 0
  /// How often poppler was made to draw a page.
  package var pagesDrawn = 0
  /// What is kept of pages, in bytes, as far as is known.
  package var cachedBytes = 0

  package init() {}
}
