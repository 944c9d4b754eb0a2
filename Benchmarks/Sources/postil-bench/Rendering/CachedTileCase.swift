import BenchSupport
import Foundation
import Postil

/// A tile that is in memory, asked for again and again.
struct CachedTileCase {
  private static let rounds = 20_000
  private let document: PDFDocument
  private let renderer: PageRenderer
  private let page: PageID
  private let scale: Double

  init(_ input: CaseInput) throws {
    document = try AnnotatedDocument.make(input)
    page = try Rendering.page(of: document, input)
    scale = try input.options.value("scale", 2)
    renderer = PageRenderer(document, options: try Rendering.options(input))
  }

  func run() async throws -> Figures {
    _ = try await Rendering.drawTiles(of: page, scale: scale, renderer)
    // The annotations are on the left: the first tile has some, the last has none.
    let last = try renderer.tiles(of: page, scale: scale).max { ($0.row, $0.column) < ($1.row, $1.column) }
    let first = TileID(page: page, scale: scale, column: 0, row: 0)
    var figures = try await measure(first, "tile")
    if let last { figures.merge(try await measure(last, "bare")) { $1 } }
    return figures
  }

  private func measure(_ id: TileID, _ name: String) async throws -> Figures {
    let clock = Rendering.clock
    let start = clock.now
    for _ in 0..<Self.rounds { _ = try await renderer.tile(id) }
    let middle = clock.now
    for _ in 0..<Self.rounds {
      guard try renderer.cachedTile(id) != nil else { throw UsageError("the tile is not in memory") }
    }
    let rounds = Double(Self.rounds)
    return [
      "\(name)_ns": (middle - start).nanoseconds / rounds,
      "\(name)_cached_ns": (clock.now - middle).nanoseconds / rounds,
    ]
  }
}
