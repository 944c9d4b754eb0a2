public import PostilRender

/// What a renderer did and what it keeps: for tests and measurements.
public struct RenderStatistics: Sendable, Hashable {
  /// The tiles in memory.
  public var tiles = CacheStatistics()
  /// The previews and thumbnails in memory.
  public var previews = CacheStatistics()
  /// The previews on disk.
  public var storedPreviews = CacheStatistics()
  /// How much memory recordings of pages take, in bytes, estimated.
  public var recordingBytes = 0
  /// How often poppler was made to draw a page, wholly or in part. Edits of annotations that this session made do not
  /// raise it, nor do turns and moves of pages.
  public var pagesDrawn = 0
  /// How many requests joined an equal one that was on its way.
  public var joinedRequests = 0
  /// How many pages took longer than the deadline: each cost a process.
  public var timedOutPages = 0
  /// How many pages crashed the process that drew them.
  public var crashedPages = 0
}
