import BenchSupport
import Foundation
import Postil

/// Strokes of 2,000 points, committed with and without a journal.
enum JournalCase {
  private static let strokes = 300
  private static let points = 2_000

  static func run(_ url: URL) throws -> Figures {
    let folder = FileManager.default.temporaryDirectory.appending(path: "postil-journal-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var figures: Figures = [:]
    for (name, journal) in [("without", nil), ("with", folder)] as [(String, URL?)] {
      let document = try PDFDocument.openAndWait(url, options: OpenOptions(journalFolder: journal))
      let page = try document.page(at: 0).id
      let times = try (0..<strokes).map { try commit(stroke: $0, page, document) }.sorted()
      figures["\(name)_median_ms"] = times[times.count / 2]
      figures["\(name)_95th_ms"] = times[times.count * 95 / 100]
      figures["\(name)_slowest_ms"] = times.last
      document.discardJournal()
    }
    return figures
  }

  private static func commit(stroke: Int, _ page: PageID, _ document: PDFDocument) throws -> Double {
    let path = (0..<points).map { step in
      PagePoint(
        x: 100 + Double(step) * 0.2 + Double(stroke) / 7,
        y: 300 + 50 * sin(Double(step) / 40 + Double(stroke)))
    }
    let annotation = Annotation(.ink([InkStroke(points: path)]))
    let clock = ContinuousClock()
    return try clock.measure { try document.add(annotation, to: page) }.milliseconds
  }
}
