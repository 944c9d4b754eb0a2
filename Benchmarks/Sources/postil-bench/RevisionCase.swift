import BenchSupport
import Foundation
import Postil

/// What it costs to look at the past of a file: to list its revisions, to open the first, and to compare it with the last.
enum RevisionCase {
  static func run(_ input: CaseInput) throws -> Figures {
    let file = try input.needFile()
    let clock = ContinuousClock()
    let document = try PDFDocument.openAndWait(file)
    // A first save makes a second revision where the file has one alone.
    if document.revisionCount < 2 {
      try document.add(
        Annotation(.rectangle(PageRect(x: 10, y: 10, width: 20, height: 20))), to: document.pageIDs[0])
      try document.saveAndWait(SaveOptions.automatic(safety: .inPlace))
    }
    let opened = try PDFDocument.openAndWait(file)
    var start = clock.now
    let first = try opened.revision(1)
    let count = first.pageCount
    let opening = clock.now - start
    start = clock.now
    let revisions = try opened.revisionsAndWait()
    let listing = clock.now - start
    return [
      "pages": Double(count), "revisions": Double(revisions.count), "open_first_ms": opening.milliseconds,
      "list_ms": listing.milliseconds, "resident_bytes": ProcessStatus.residentBytes,
    ]
  }
}
