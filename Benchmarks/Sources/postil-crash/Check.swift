import BenchSupport
import Foundation
import Postil

/// Compares what is recovered with what was done.
struct Check {
  let seed: UInt64
  /// The file that was edited, and the journals.
  let file: URL
  let journals: URL
  /// The file as it was before.
  let original: URL

  struct Outcome: Encodable {
    /// The step whose state was recovered, or whose state the file has; `nil`: that of none.
    var step: Int?
    /// Whether there was something to recover.
    var hasRecovered: Bool
    /// What was expected and what came, if no step fits.
    var detail: String?
  }

  /// - Parameter steps: How many steps the program said that it made. It may have made one more.
  func outcome(steps: Int) throws -> Outcome {
    let copy = original.deletingLastPathComponent().appending(path: "expected.pdf")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: original, to: copy)
    let expected = try PDFDocument.openAndWait(copy)
    var session = try Session(seed: seed, document: expected)
    for _ in 0..<steps { try session.step() }
    let found = PDFDocument.recoverable(file, in: journals)
    guard found.count <= 1 else { return Outcome(hasRecovered: true, detail: "\(found.count) journals") }
    guard let edits = found.first else {
      // Everything was saved: the file says it.
      let saved = try pages(of: PDFDocument.openAndWait(file))
      for step in steps...steps + 1 {
        if try pages(of: expected) == saved { return Outcome(step: step, hasRecovered: false) }
        try session.step()
      }
      return Outcome(hasRecovered: false, detail: "the file is of no step")
    }
    guard edits.status == .ready else { return Outcome(hasRecovered: true, detail: "\(edits.status)") }
    let recovered = try edits.recoverAndWait()
    for step in steps...steps + 1 {
      if recovered.state == expected.state, recovered.undoName == expected.undoName,
        recovered.redoName == expected.redoName
      {
        try recovered.saveAndWait()
        try expected.saveAndWait()
        guard try pages(of: PDFDocument.openAndWait(file)) == pages(of: PDFDocument.openAndWait(copy)) else {
          return Outcome(hasRecovered: true, detail: "what was recovered is saved otherwise")
        }
        return Outcome(step: step, hasRecovered: true)
      }
      try session.step()
    }
    return Outcome(hasRecovered: true, detail: "what was recovered is of no step")
  }

  /// What can be seen of the pages, without the dates that a save adds.
  private func pages(of document: PDFDocument) throws -> [[String]] {
    try document.pageIDs.map { id in
      let page = try document.page(id)
      return ["\(page.rotation) \(page.bounds(for: .mediaBox))"]
        + page.annotations.map { "\($0.id) \($0.contents ?? "") \($0.bounds)" }
    }
  }
}
