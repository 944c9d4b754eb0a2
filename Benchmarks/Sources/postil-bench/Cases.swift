import BenchSupport
import Foundation

/// What was measured, by name: times end in `_ms` or `_ns`, sizes in `_bytes`.
typealias Figures = [String: Double]

/// What a case is called with.
struct CaseInput {
  static let options: Set<String> = [
    "page", "scale", "workers", "count", "annotations", "folder", "tile-memory", "recording-memory",
    "renderer",
    "patience", "only", "word", "width", "other", "rows",
  ]
  static let flags: Set<String> = ["in-file", "prepared"]

  let file: URL?
  let options: Arguments

  /// - Throws: ``UsageError`` if no file was given.
  func needFile() throws -> URL {
    guard let file else { throw UsageError("the case needs a file") }
    return file
  }
}

enum Cases {
  /// The cases, by the names that the runner calls them.
  static let all: [String: @Sendable (CaseInput) async throws -> Figures] = [
    "ink-atomic": { try SaveCases.ink(try $0.needFile(), .atomicCopy) },
    "ink-in-place": { try SaveCases.ink(try $0.needFile(), .inPlace) },
    "move-atomic": { try SaveCases.move(try $0.needFile(), .atomicCopy) },
    "move-in-place": { try SaveCases.move(try $0.needFile(), .inPlace) },
    "highlight-atomic": { try await SaveCases.highlight($0, .atomicCopy) },
    "highlight-in-place": { try await SaveCases.highlight($0, .inPlace) },
    "insert-page-atomic": { try PageCases.insert($0, .atomic) },
    "insert-page-in-place": { try PageCases.insert($0, .inPlace) },
    "insert-page-least": { try PageCases.insert($0, .least) },
    "delete-half-atomic": { try PageCases.deleteHalf($0, .atomic) },
    "delete-half-in-place": { try PageCases.deleteHalf($0, .inPlace) },
    "delete-half-least": { try PageCases.deleteHalf($0, .least) },
    "extract-pages": { try PageCases.extract($0) },
    "merge": { try PageCases.merge($0) },
    "fill-rows": { try FormCases.fillRows($0) },
    "revisions": { try RevisionCase.run($0) },
    "memory": { try MemoryCase.open(try $0.needFile()) },
    "freehand": { _ in FreehandCase.run() },
    "ink": { try await InkCase.run($0) },
    "undo": { try UndoCase.run(try $0.needFile()) },
    "selection": { try await SelectionCase.run(try $0.needFile()) },
    "journal": { try JournalCase.run(try $0.needFile()) },
    "long-session-edits": { try LongSessionCase.edits($0) },
    "long-session-saves": { try LongSessionCase.saves($0, rewriteEvery: 0) },
    "long-session-rewrites": { try LongSessionCase.saves($0, rewriteEvery: 50) },
    "scaling": { try ScalingCase.run($0) },
    "tiles": { try await TilesCase($0).run() },
    "cached-tile": { try await CachedTileCase($0).run() },
    "preview": { try await PreviewCase.run($0) },
    "page-cpu": { try await PageCPUCase.run($0) },
    "pages": { try await PagesCase.run($0) },
    "search": { try await WholeDocumentCases.search($0) },
    "thumbnails": { try await WholeDocumentCases.thumbnails($0) },
    "scroll": { try await ScrollCase($0).run() },
    "stroke": { try await StrokeCase($0).run() },
  ]
}
