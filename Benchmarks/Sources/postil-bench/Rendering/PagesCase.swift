import BenchSupport
import Foundation
import Postil

/// Page after page as a whole, as many at once as there are workers.
enum PagesCase {
  static func run(_ input: CaseInput) async throws -> Figures {
    let document = try PDFDocument.openAndWait(try input.needFile())
    let options = try Rendering.options(input)
    let scale = try input.options.value("scale", 1.0)
    let pages = document.pageIDs.prefix(try input.options.value("count", 200))
    let renderer = PageRenderer(document, options: options)
    let clock = Rendering.clock
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, page) in pages.enumerated() {
        // One more than there are workers, so that none waits for us.
        if number > options.workerCount { try await group.next() }
        group.addTask { _ = try await renderer.image(of: page, scale: scale) }
      }
      try await group.waitForAll()
    }
    let time = clock.now - start
    return [
      "total_ms": time.milliseconds, "pages_per_second": Double(pages.count) / (time.milliseconds / 1_000),
    ]
  }
}
