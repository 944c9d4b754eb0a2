import BenchSupport
import Foundation
import Postil

/// A stroke on a page with many annotations: from the edit to the tile that shows it.
struct StrokeCase {
  private static let count = 50
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
    let drawnBefore = renderer.statistics.pagesDrawn
    let box = try document.page(page).bounds(for: .cropBox)
    var times: [Double] = []
    for number in 0..<Self.count {
      let stroke = AnnotatedDocument.stroke(number * 97, in: box)
      times.append(try await time(of: stroke.bounds) { try document.add(stroke, to: page) })
    }
    var figures = [
      "stroke_ms": times.median, "first_ms": times[0], "worst_ms": times.max() ?? 0,
      "pages_drawn": Double(renderer.statistics.pagesDrawn - drawnBefore),
    ]
    if let removed = try document.page(page).annotations.first {
      figures["remove_ms"] = try await time(of: removed.bounds) {
        try document.remove(removed.id, from: page)
      }
    }
    return figures
  }

  /// The time of an edit and of getting the tile in the middle of what it changed.
  private func time(of bounds: PageRect, _ edit: () throws -> Void) async throws -> Double {
    let rect = try document.page(page).transform(scale: scale).viewRect(bounds)
    guard let id = try renderer.tiles(of: page, scale: scale, in: rect).first else { return 0 }
    let start = Rendering.clock.now
    try edit()
    _ = try await renderer.tile(id)
    return (Rendering.clock.now - start).milliseconds
  }
}
