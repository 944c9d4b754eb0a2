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

  /// Finds every place where a word stands, and makes a highlight of each.
  static func highlight(_ input: CaseInput, _ safety: SaveOptions.Safety) async throws -> Figures {
    let word = input.options["word"] ?? "tikz"
    var count = 0
    var figures = try await measure(try input.needFile(), safety) { document in
      var edits: [Edit] = []
      for try await match in try document.search(word, options: .ignoringCase) {
        edits.append(.addAnnotation(Annotation(marking: match), page: match.page))
      }
      count = edits.count
      try document.apply(edits, named: "Highlight")
    }
    figures["matches"] = Double(count)
    return figures
  }

  private static func measure(
    _ url: URL, _ safety: SaveOptions.Safety, _ edit: (PDFDocument) throws -> Void
  ) throws -> Figures {
    try Samples.warmUp()
    let run = try Run(url)
    try edit(run.document)
    return try run.save(safety)
  }

  private static func measure(
    _ url: URL, _ safety: SaveOptions.Safety, _ edit: (PDFDocument) async throws -> Void
  ) async throws -> Figures {
    try Samples.warmUp()
    let run = try Run(url)
    try await edit(run.document)
    return try run.save(safety)
  }

  /// A document between being opened and saved.
  private struct Run {
    let document: PDFDocument
    private let url: URL
    private let sizeBefore: Int
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private let opened: ContinuousClock.Instant

    init(_ url: URL) throws {
      self.url = url
      sizeBefore = try size(of: url)
      start = clock.now
      document = try PDFDocument.openAndWait(url)
      opened = clock.now
    }

    func save(_ safety: SaveOptions.Safety) throws -> Figures {
      let edited = clock.now
      try document.saveAndWait(SaveOptions.incremental(safety: safety))
      let saved = clock.now
      return [
        "open_ms": (opened - start).milliseconds, "edit_ms": (edited - opened).milliseconds,
        "save_ms": (saved - edited).milliseconds, "total_ms": (saved - start).milliseconds,
        "added_bytes": Double(try size(of: url) - sizeBefore),
      ]
    }
  }

  private static func size(of url: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
  }
}
