import BenchSupport
import Foundation
import Postil

/// Undo and redo of one edit in a document with 10,000 annotations, all on one page: the worst case.
enum UndoCase {
  private static let annotations = 10_000
  private static let rounds = 1_000

  static func run(_ url: URL) throws -> Figures {
    let document = try PDFDocument.openAndWait(url)
    let page = try document.page(at: 0).id
    let edits = (0..<annotations).map { Edit.addAnnotation(Samples.ink(at: Double($0 % 700)), page: page) }
    try document.apply(edits)
    try document.add(Samples.ink(at: 100), to: page)
    let clock = ContinuousClock()
    let time = try clock.measure {
      for _ in 0..<rounds {
        try document.undo()
        try document.redo()
      }
    }
    return ["undo_redo_ms": time.milliseconds / Double(rounds)]
  }
}
