import BenchSupport
import Foundation
import Postil

/// All tiles of a page that the renderer has nothing of, while everything around it is warm: poppler has read
/// the document and its fonts, because the page was drawn before, and memory of tiles that are gone is used
/// again. So it is with somebody who has been reading for a while.
struct TilesCase {
  private let renderer: PageRenderer
  private let page: PageID
  private let scale: Double

  init(_ input: CaseInput) throws {
    let document = try PDFDocument.openAndWait(try input.needFile())
    page = try Rendering.page(of: document, input)
    scale = try input.options.value("scale", 4)
    var options = try Rendering.options(input)
    // Tiles are gone when they are let go of, and recordings when something else was drawn.
    options.tileMemory = 0
    options.recordingMemory = 0
    renderer = PageRenderer(document, options: options)
  }

  func run() async throws -> Figures {
    var (first, drawn, replayed, fresh) = ([Double](), [Double](), [Double](), [Double]())
    _ = try await Rendering.drawTiles(of: page, scale: scale, renderer)
    for _ in 0..<Rendering.repetitions {
      try await forgetRecording()
      let time = try await Rendering.drawTiles(of: page, scale: scale, renderer)
      first.append(time.first.milliseconds)
      drawn.append(time.last.milliseconds)
      replayed.append(try await Rendering.drawTiles(of: page, scale: scale, renderer).last.milliseconds)
    }
    for _ in 0..<Rendering.repetitions {
      // Spare memory is given back as well: what follows is in memory that is fresh from the system.
      renderer.trimMemory()
      fresh.append(try await Rendering.drawTiles(of: page, scale: scale, renderer).last.milliseconds)
    }
    return [
      "drawn_ms": drawn.median, "first_ms": first.median, "replayed_ms": replayed.median,
      "fresh_ms": fresh.median,
    ]
  }

  /// A recording is kept until the next one is made.
  private func forgetRecording() async throws {
    let other = scale / 16
    if let id = try renderer.tiles(of: page, scale: other).first { _ = try await renderer.tile(id) }
  }
}
