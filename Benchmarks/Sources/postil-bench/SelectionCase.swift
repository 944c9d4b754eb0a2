import BenchSupport
import Foundation
import PostilViewer

/// Hit tests and selection on a page with 2,000 annotations of several kinds, each of which has to fit into a frame.
@MainActor enum SelectionCase {
  private static let count = 2_000
  private static let rounds = 100
  private static let patience: Duration = .seconds(60)

  /// - Throws: ``UsageError`` if the page is not read in time.
  static func run(_ url: URL) async throws -> Figures {
    try fill(url)
    let session = ViewerSession()
    session.viewport.resize(to: ViewSize(width: 900, height: 1200), pixelRatio: 1)
    session.open(url)
    let page = try await firstPage(of: session)
    let selection = session.selection
    var dice = Dice(seed: 1)
    func place() -> ViewPoint {
      ViewPoint(x: .random(in: 0..<900, using: &dice), y: .random(in: 0..<1200, using: &dice))
    }
    var figures: Figures = [:]
    figures["hit_ms"] = slow { _ = selection.target(at: place()) }
    figures["click_ms"] = slow {
      selection.press(at: place())
      selection.release()
      _ = (selection.frames, selection.handles)
    }
    figures["rubber_band_ms"] = slow {
      selection.clear()
      selection.beginRubberBand(at: ViewPoint(x: 450, y: 600))
      selection.drag(to: place())
      _ = (selection.frames, selection.handles)
      selection.release()
    }
    // With all selected, the rectangle adds to them.
    selection.selectAll()
    figures["selected"] = Double(selection.ids.count)
    figures["all_ms"] = slow {
      selection.select([], on: page)
      selection.selectAll()
      _ = (selection.frames, selection.handles)
    }
    figures["rubber_band_with_all_ms"] = slow {
      selection.beginRubberBand(at: ViewPoint(x: 450, y: 600), extending: true)
      selection.drag(to: place())
      _ = (selection.frames, selection.handles)
      selection.release()
    }
    session.close()
    return figures
  }

  /// Puts the annotations on the first page, and saves.
  private static func fill(_ url: URL) throws {
    let document = try PDFDocument.openAndWait(url)
    let page = try document.page(at: 0)
    let edits = (0..<count).map { index in
      let (x, y) = (Double(index % 40) * 14, Double(index / 40) * 15)
      let rect = PageRect(x: x, y: y, width: 40, height: 12)
      let content: AnnotationContent =
        switch index % 4 {
        case 0: .rectangle(rect)
        case 1: .highlight([rect])
        case 2: .ellipse(rect)
        default: Samples.ink(at: y).content
        }
      return Edit.addAnnotation(Annotation(content), page: page.id)
    }
    try document.apply(edits)
    try document.saveAndWait()
  }

  private static func firstPage(of session: ViewerSession) async throws -> PageID {
    let clock = ContinuousClock()
    let end = clock.now + patience
    while clock.now < end {
      if let page = session.pages.first, session.contents.annotations(of: page).count >= count { return page }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw UsageError("the page was not read")
  }

  /// The time in milliseconds that 95 of 100 calls do not take longer than: the slowest is another program's.
  private static func slow(_ body: () -> Void) -> Double {
    let times = (0..<rounds).map { _ in ContinuousClock().measure(body).milliseconds }
    return times.sorted()[rounds * 95 / 100]
  }
}
