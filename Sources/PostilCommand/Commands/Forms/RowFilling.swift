import Foundation
import Postil
import Synchronization

/// A form filled in for each row of a table.
struct RowFilling: Sendable {
  let rows: [[String: FormValue]]
  let options: SaveOptions
  let progress: @Sendable () -> Progress
  /// Opens the form again, with the values that all rows share.
  let reopen: @Sendable () throws -> PDFDocument

  /// Below that many rows for each, another thread takes more time to open its document than it saves.
  private static let fewestRows = 8

  // MARK: - Files

  private struct Work {
    var next = 0
    /// The first row that failed.
    var failure: (row: Int, error: any Error)?
    var progress: Progress
  }

  /// Writes a file for each row into a folder, on all cores: each thread has a document of its own, since one is written at a time.
  /// Rows are taken in order, so that if one fails, all before it are written.
  func write(with document: PDFDocument, to folder: URL) throws {
    try folder.makeFolder()
    let threads = max(1, min(ProcessInfo.processInfo.activeProcessorCount, rows.count / Self.fewestRows))
    let work = Mutex(Work(progress: progress()))
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var own = thread == 0 ? document : nil
      while let row = Self.take(work, rows.count) {
        do {
          let form = try own ?? reopen()
          own = form
          try fill(form, row) { try write(form, to: folder.appending(path: name(of: row))) }
          work.withLock { $0.progress.advance() }
        } catch {
          work.withLock { if $0.failure.map({ row < $0.row }) ?? true { $0.failure = (row, error) } }
        }
      }
    }
    let failure = work.withLock { work in
      work.progress.finish()
      return work.failure
    }
    if let failure { throw failure.error }
  }

  private static func take(_ work: borrowing Mutex<Work>, _ count: Int) -> Int? {
    work.withLock { work in
      guard work.failure == nil, work.next < count else { return nil }
      defer { work.next += 1 }
      return work.next
    }
  }

  private func name(of row: Int) -> String {
    let number = String(row + 1)
    return String(repeating: "0", count: String(rows.count).count - number.count) + number + ".pdf"
  }

  /// Writes one of many files. They are not brought to the disk one by one: they can be made again, and that would take most of the
  /// time.
  private func write(_ document: PDFDocument, to url: URL) throws {
    guard url.resolvingSymlinksInPath().path != document.url?.resolvingSymlinksInPath().path else {
      throw PDFError(.invalidArgument, "That is the form itself: give another folder.", url: url)
    }
    var options = options
    options.waitsForDisk = false
    try document.writeAndWait(to: url, options)
  }

  // MARK: - One file

  /// Writes the form as often as there are rows, into one file.
  func merge(with document: PDFDocument, to url: URL) throws {
    var progress = progress()
    defer { progress.finish() }
    let merged = try PDFDocument()
    for row in rows.indices {
      try fill(document, row) {
        try merged.insertPagesAndWait(of: document, at: merged.pageCount, bringing: .labels)
      }
      progress.advance()
    }
    try merged.writeAndWait(to: url, options)
  }

  /// Fills a row in, for as long as `body` takes.
  private func fill(_ document: PDFDocument, _ row: Int, _ body: () throws -> Void) throws {
    do {
      try document.fill(rows[row])
    } catch {
      var error = error
      error.message = "Row \(row + 1): \(error.message)"
      throw error
    }
    try body()
    try document.undo()
  }
}
