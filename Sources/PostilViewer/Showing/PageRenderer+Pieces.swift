extension PageRenderer {
  /// Previews and tiles of neighbors, one after the other. They are not requested as a viewport: its tiles are the
  /// last to be evicted, so they would displace the visible ones.
  ///
  /// Failures are skipped; they are reported when the page becomes visible.
  func pieces(previews: [PageID], tiles: [TileID]) -> AsyncStream<RenderUpdate> {
    AsyncStream { continuation in
      let task = Task {
        for page in previews where !Task.isCancelled {
          if let image = try? await preview(of: page) { continuation.yield(.preview(page, image)) }
        }
        for id in tiles where !Task.isCancelled {
          if let tile = try? await tile(id) { continuation.yield(.tile(tile)) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
