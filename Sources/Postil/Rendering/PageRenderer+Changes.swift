extension PageRenderer {
  /// The tiles that edits make out of date, as it happens: of pages that were shown before, exactly those that an
  /// edit touches. Moving a page makes none of its tiles stale, turning it all of them. Every call gives a
  /// stream of its own, which ends with the document or the renderer.
  public var staleTiles: AsyncStream<StaleTiles> { broadcast.listen(to: document.changes(), views) }
}
