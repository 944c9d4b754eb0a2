import Foundation
import Postil

/// Tiles as PNG files: each is drawn and compressed once for all who wait for it, and kept for those who come later.
actor TilePictures {
  /// A tile, and the version of its page's look.
  struct Key: Hashable {
    var tile: TileID
    var version: Int
  }

  private struct Work {
    var task: Task<Data, any Error>
    var waiters: Int
  }

  private struct Kept {
    var data: Data
    var use: Int
  }

  private let renderer: PageRenderer
  private let byteLimit: Int
  private var work: [Key: Work] = [:]
  private var kept: [Key: Kept] = [:]
  private var keptBytes = 0
  private var uses = 0

  init(renderer: PageRenderer, byteLimit: Int) {
    self.renderer = renderer
    self.byteLimit = byteLimit
  }

  /// A tile that looks as its page does in a version, or newer.
  ///
  /// - Throws: As `PageRenderer.tile(_:)`.
  func data(of key: Key) async throws -> Data {
    try Task.checkCancellation()
    uses += 1
    if let data = kept[key]?.data {
      kept[key]?.use = uses
      return data
    }
    let task = work[key]?.task ?? begin(key)
    work[key]?.waiters += 1
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.leave(key, task) }
    }
  }

  private func begin(_ key: Key) -> Task<Data, any Error> {
    let task = Task { [renderer] in
      // A cancelled task was taken out by `leave`; what stands there now is the next one.
      defer { if !Task.isCancelled { work[key] = nil } }
      let data = try await Self.draw(key.tile, with: renderer)
      keep(data, for: key)
      return data
    }
    work[key] = Work(task: task, waiters: 0)
    return task
  }

  @concurrent
  private static func draw(_ tile: TileID, with renderer: PageRenderer) async throws -> Data {
    try await renderer.tile(tile).image.pngData()
  }

  /// What nobody waits for any more is not drawn.
  private func leave(_ key: Key, _ task: Task<Data, any Error>) {
    guard work[key]?.task == task else { return }
    work[key]?.waiters -= 1
    guard work[key]?.waiters == 0 else { return }
    work[key] = nil
    task.cancel()
  }

  private func keep(_ data: Data, for key: Key) {
    keptBytes += data.count - (kept[key]?.data.count ?? 0)
    kept[key] = Kept(data: data, use: uses)
    guard keptBytes > byteLimit else { return }
    for (key, old) in kept.sorted(by: { $0.value.use < $1.value.use }) {
      guard keptBytes > byteLimit / 2 else { break }
      kept[key] = nil
      keptBytes -= old.data.count
    }
  }
}
