extension PageRenderer {
  /// Previews and tiles, one after the other: of what is not seen, but may be next. The tiles of a viewport are the last to
  /// be thrown out of memory, so these are not asked for as one: those that are seen would have to make room.
  ///
  /// What cannot be shown is left out, and told when it is to be seen.
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
