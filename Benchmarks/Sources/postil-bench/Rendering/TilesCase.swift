import BenchSupport
import Foundation
import Postil

/// All tiles of a page while everything around it is warm: poppler has read the document and its fonts, because the page was
/// drawn before. So it is with somebody who has been reading for a while. First without a recording of the page, then with the
/// one that the workers made, if it is worth one.
struct TilesCase {
  private let renderer: PageRenderer
  private let page: PageID
  private let other: PageID
  private let scale: Double

  init(_ input: CaseInput) throws {
    let document = try PDFDocument.openAndWait(try input.needFile())
    page = try Rendering.page(of: document, input)
    other = document.pageIDs.first { [page] in $0 != page } ?? page
    scale = try input.options.value("scale", 4)
    var options = try Rendering.options(input)
    // Tiles are gone when they are let go of.
    options.tileMemory = 0
    renderer = PageRenderer(document, options: options)
  }

  func run() async throws -> Figures {
    var (first, drawn, replayed, fresh) = ([Double](), [Double](), [Double](), [Double]())
    _ = try await Rendering.drawTiles(of: page, scale: scale, renderer)
    for _ in 0..<Rendering.repetitions {
      renderer.trimMemory()
      // Memory for pixels is used again, as with somebody who comes from another page.
      _ = try await Rendering.drawTiles(of: other, scale: scale, renderer)
      let time = try await Rendering.drawTiles(of: page, scale: scale, renderer)
      first.append(time.first.milliseconds)
      drawn.append(time.last.milliseconds)
      replayed.append(try await Rendering.drawTiles(of: page, scale: scale, renderer).last.milliseconds)
      // Without the other page: what follows is in memory that is fresh from the system.
      renderer.trimMemory()
      fresh.append(try await Rendering.drawTiles(of: page, scale: scale, renderer).last.milliseconds)
    }
    return [
      "drawn_ms": drawn.median, "first_ms": first.median, "replayed_ms": replayed.median,
      "fresh_ms": fresh.median,
    ]
  }
}
