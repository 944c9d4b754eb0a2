import BenchSupport
import Foundation
import Postil

/// What the cases of rendering share.
enum Rendering {
  static let clock = ContinuousClock()
  /// How often a page is drawn in one process; the figure is the median.
  static let repetitions = 5

  /// The options that a case was called with. Nothing is taken from disk unless a folder is given.
  static func options(_ input: CaseInput) throws -> RenderOptions {
    var options = RenderOptions()
    if let name = input.options["renderer"] {
      guard let choice = RendererChoice(rawValue: name) else {
        throw UsageError("there is no renderer \(name)")
      }
      options.renderer = choice
    }
    options.workerCount = try input.options.value("workers", options.workerCount)
    options.tileMemory = try input.options.value("tile-memory", options.tileMemory >> 20) << 20
    options.recordingMemory = try input.options.value("recording-memory", options.recordingMemory >> 20) << 20
    options.previewFolder = input.options["folder"].map { URL(fileURLWithPath: $0) }
    return options
  }

  /// The page that a case is about.
  static func page(of document: PDFDocument, _ input: CaseInput) throws -> PageID {
    let number = try input.options.value("page", 1)
    guard document.pageIDs.indices.contains(number - 1) else {
      throw UsageError("there is no page \(number)")
    }
    return document.pageIDs[number - 1]
  }

  /// Asks for all tiles of a page at once. Returns when the first and when the last was there.
  static func drawTiles(
    of page: PageID, scale: Double, _ renderer: PageRenderer
  ) async throws -> (first: Duration, last: Duration) {
    let start = clock.now
    let tiles = try renderer.tiles(of: page, scale: scale)
    return try await withThrowingTaskGroup(of: Tile.self) { group in
      for id in tiles { group.addTask { try await renderer.tile(id) } }
      var (there, first) = ([Tile](), Duration.zero)
      for try await tile in group {
        if there.isEmpty { first = clock.now - start }
        // A viewer holds on to what it shows.
        there.append(tile)
      }
      return (first, clock.now - start)
    }
  }
}
