import BenchSupport
import Foundation
import Postil

/// The first picture of a page: in a process that has drawn nothing yet, from disk if `--folder` has it. With `--prepared` the
/// process started the renderer a moment before it opens the document, as viewers do, whose windows take longer to come.
enum PreviewCase {
  static func run(_ input: CaseInput) async throws -> Figures {
    let clock = Rendering.clock
    if input.options.has("prepared") {
      PostilRuntime.prepareRendering()
      try await Task.sleep(for: .milliseconds(300))
    }
    let start = clock.now
    let document = try PDFDocument.openAndWait(try input.needFile())
    let page = try Rendering.page(of: document, input)
    let opened = clock.now
    let renderer = PageRenderer(document, options: try Rendering.options(input))
    _ = try await renderer.preview(of: page)
    let shown = clock.now
    _ = try await renderer.preview(of: page)
    let figures = [
      "preview_ms": (shown - opened).milliseconds, "open_ms": (opened - start).milliseconds,
      "first_picture_ms": (shown - start).milliseconds,
      "again_ms": (clock.now - shown).milliseconds,
      "stored_hits": Double(renderer.statistics.storedPreviews.hits),
    ]
    // What is written to disk is written by and by.
    if input.options["folder"] != nil { try await Task.sleep(for: .milliseconds(200)) }
    return figures
  }
}
