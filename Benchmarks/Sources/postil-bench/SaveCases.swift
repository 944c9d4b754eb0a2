import BenchSupport
import Foundation
import Postil

/// Open, one edit, save: what a reader waits for who makes a note in a large document.
enum SaveCases {
  static func ink(_ url: URL, _ safety: SaveOptions.Safety) throws -> Figures {
    try measure(url, safety) { document in
      try document.add(Samples.ink(at: 100), to: document.page(at: 0).id)
    }
  }

  static func move(_ url: URL, _ safety: SaveOptions.Safety) throws -> Figures {
    try measure(url, safety) { document in
      try document.movePages([document.pageIDs[document.pageCount - 1]], to: 0)
    }
  }

  private static func measure(
    _ url: URL, _ safety: SaveOptions.Safety, _ edit: (PDFDocument) throws -> Void
  ) throws -> Figures {
    try Samples.warmUp()
    let sizeBefore = try size(of: url)
    let clock = ContinuousClock()
    let start = clock.now
    let document = try PDFDocument.openAndWait(url)
    let opened = clock.now
    try edit(document)
    let edited = clock.now
    try document.saveAndWait(SaveOptions.incremental(safety: safety))
    let saved = clock.now
    return [
      "open_ms": (opened - start).milliseconds, "edit_ms": (edited - opened).milliseconds,
      "save_ms": (saved - edited).milliseconds, "total_ms": (saved - start).milliseconds,
      "added_bytes": Double(try size(of: url) - sizeBefore),
    ]
  }

  private static func size(of url: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
  }
}
