import Dispatch
public import Foundation
public import PostilFile
import PostilModel
import PostilSystem
import Synchronization

/// A document as it was at a moment, for a save.
package struct SaveSnapshot: Sendable {
  let state: DocumentState
  let mark: Int
  /// The number of the save in the journal.
  let journalNumber: Int?
}

extension PDFDocument {
  /// Saves to a file, on a thread of its own: to another one, which becomes the document's, or to the one that the document
  /// was opened from or last saved to.
  ///
  /// By default the changes are appended to a copy, which then replaces the file in one step; with
  /// nothing to save nothing is written. What is saved is the document as it was when the save began: edits that are made
  /// meanwhile, which nothing keeps from being made, are unsaved afterwards. Undo goes on working. Saves of one document
  /// are carried out one after the other; saves of one file, by other documents and processes too, never replace each
  /// other's changes.
  ///
  /// - Parameters:
  ///   - url: The other file. What is there is replaced. See ``write(to:_:progress:)`` for a copy that does not become the
  ///     document's file.
  ///   - options: How it is saved.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that writes.
  /// - Throws: ``PDFError`` with code `.noFile`, `.fileChanged`, `.fileBusy`, `.cannotWrite`, `.diskFull`, `.cannotAppend`,
  ///   `.wouldBreakSignature`, `.notPermitted` if the options change an encryption that only the owner may change, `.invalidArgument` for
  ///   a document without pages, or `.damaged`; `CancellationError` if the task was canceled before the file was replaced. The file is
  ///   then as it was.
  /// - Complexity: O(size of the edits), and a copy of the file unless the safety is `.inPlace`.
  @discardableResult
  public func save(
    to url: URL? = nil, _ options: SaveOptions = SaveOptions(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SaveReport {
    try await cancellable(progress) { try self.save(to: url, options, $0) }
  }

  /// Saves, and blocks the calling thread meanwhile: for command line tools, and for threads of the program's own.
  ///
  /// - Throws: ``PDFError``, as ``save(to:_:progress:)``.
  @discardableResult
  public func saveAndWait(to url: URL? = nil, _ options: SaveOptions = SaveOptions()) throws(PDFError)
    -> SaveReport
  {
    try PDFError.only { try saving.sync { try save(to: url, options, .none) } }
  }

  /// Writes a copy of the document as it is now to another file. The document's own file and its unsaved changes stay as
  /// they are.
  ///
  /// - Throws: As ``save(to:_:progress:)``; with code `.invalidArgument` also if that is the document's own file.
  @discardableResult
  public func write(
    to url: URL, _ options: SaveOptions = SaveOptions(), progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> SaveReport {
    try requirePermission(for: options)
    return try await cancellable(progress) { try self.write(to: url, options, $0) }
  }

  /// Writes a copy, and blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``write(to:_:progress:)``.
  @discardableResult
  public func writeAndWait(to url: URL, _ options: SaveOptions = SaveOptions()) throws(PDFError) -> SaveReport
  {
    try requirePermission(for: options)
    return try PDFError.only { try saving.sync { try write(to: url, options, .none) } }
  }

  /// Writes a copy for a print system, which takes PDF that is not encrypted: text stays text, and annotations are printed as their
  /// flags say. The document's file and its unsaved changes stay as they are.
  ///
  /// - Parameters:
  ///   - pages: The pages, in the order that they are to be printed in; `nil` for all.
  ///   - url: The file to write, which should be removed after printing.
  /// - Throws: ``PDFError`` with code `.notPermitted` if the author does not allow printing at full quality, `.pageOutOfRange`,
  ///   `.invalidArgument` if there are no pages, or as ``write(to:_:progress:)``.
  public func writePrintCopy(of pages: [PageID]? = nil, to url: URL) async throws {
    try requirePermission(.printing)
    let state = state
    var options = SaveOptions()
    var copy = self
    if let pages {
      copy = try await Self.opening.result { [state] in try self.extracted(pages, in: state) }
    } else if isEncrypted {
      options = .rewrite(RewriteOptions(encryption: .remove))
    }
    options.allowsBreakingSignatures = true
    _ = try await copy.cancellable(nil) { [copy, options] in try copy.write(to: url, options, $0) }
  }

  /// The document as it would be saved, in memory, with the same checks. The document's file and its unsaved changes stay
  /// as they are.
  ///
  /// - Parameter options: How it would be saved; its ``SaveOptions/Safety`` plays no part.
  /// - Throws: ``PDFError`` with code `.cannotAppend`, `.wouldBreakSignature`, `.notPermitted`, `.invalidArgument` for a document without
  ///   pages, or `.damaged`; `CancellationError`.
  /// - Complexity: O(size of the document).
  public func dataRepresentation(_ options: SaveOptions = SaveOptions()) async throws -> Data {
    let state = state
    return try await inBackground { _ in try self.dataRepresentation(of: state, options) }
  }

  /// The document as it would be saved, in memory; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``dataRepresentation(_:)``.
  public func dataRepresentationAndWait(_ options: SaveOptions = SaveOptions()) throws(PDFError) -> Data {
    try dataRepresentation(of: state, options)
  }

  /// The document as it was in a state, in memory: for what chose pages in that state, since others may edit meanwhile.
  func dataRepresentation(
    of state: DocumentState, _ options: SaveOptions = SaveOptions()
  ) throws(PDFError) -> Data {
    try requirePermission(for: options)
    return try PDFError.only { try store.withLock { try $0.planData(state, options: options) }.data() }
  }

  /// The document as it is now, for a save that comes later.
  package var snapshotForSaving: SaveSnapshot {
    core.withLock {
      SaveSnapshot(state: $0.state, mark: $0.history.mark, journalNumber: $0.journal?.noteSave())
    }
  }

  /// Saves the document as it was.
  package func save(_ snapshot: SaveSnapshot, to url: URL?, _ options: SaveOptions) async throws {
    _ = try await cancellable(nil) { try self.save(snapshot, to: url, options, $0) }
  }

  // MARK: - On the thread that writes

  private func save(
    _ snapshot: SaveSnapshot? = nil, to url: URL?, _ options: SaveOptions, _ monitor: WorkMonitor
  ) throws -> SaveReport {
    core.withLock { $0.savesInProgress += 1 }
    defer { core.withLock { $0.savesInProgress -= 1 } }
    let report = try carryOut(snapshot ?? snapshotForSaving, to: url, options, monitor)
    // What was written took many times its size in memory: for a rewrite, libqpdf had every object of the file, in small
    // pieces; what is appended was text before it was packed.
    if report.bytesWritten > Self.largeSave { ProcessMemory.returnFreed() }
    return report
  }

  /// Writing more bytes leaves so much free memory that giving it back to the system is worth the time.
  private static let largeSave = 256 << 10

  private func carryOut(
    _ snapshot: SaveSnapshot, to url: URL?, _ options: SaveOptions, _ monitor: WorkMonitor
  ) throws -> SaveReport {
    try requirePermission(for: options)
    var options = options
    // The journal lets go of what was saved.
    options.waitsForDisk = options.waitsForDisk || journal != nil
    let planned = try store.withLock { [options] in
      try $0.plan(snapshot.state, to: url, options: options)
    }
    var monitor = monitor
    if let journal, let number = snapshot.journalNumber, let target = planned.destination {
      monitor.willReplace = { [weak self] replacement in
        guard let self else { return }
        journal.willReplace(by: number, replacement, at: target, self)
      }
    }
    let written = try located(url) { [monitor] in try planned.write(monitor) }
    let file = store.withLock { store in
      store.adopt(written)
      return store.url
    }
    core.withLock { $0.markSaved(snapshot.mark, url: file) }
    noteSaved(snapshot, options)
    return written.report
  }

  /// Tells the journal that a save is done.
  private func noteSaved(_ snapshot: SaveSnapshot, _ options: SaveOptions) {
    guard let journal, let number = snapshot.journalNumber else { return }
    // The edits refer to the bytes that were opened, which the user wants encrypted otherwise, or not at all.
    guard !options.changesEncryption else {
      return journal.end(
        removing: true,
        PDFError(
          .unsupported, "The encryption was changed, so no journal is kept any more: open the document again."
        ))
    }
    journal.flush(self)
    journal.didSave(number, store.withLock { $0.numbering() })
  }

  private func write(to url: URL, _ options: SaveOptions, _ monitor: WorkMonitor) throws -> SaveReport {
    let state = state
    let planned = try store.withLock { try $0.plan(state, to: url, options: options) }
    guard !planned.isOwn else {
      throw PDFError(.invalidArgument, "That is the document's own file: save to it.", url: url)
    }
    return try located(url) { try planned.write(monitor).report }
  }

  private func located<Result>(_ url: URL?, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as PDFError {
      throw store.withLock { $0.located(error, url) }
    }
  }

  /// Does something on a queue, by default that of saves, unless the task is canceled before, and waits for its end.
  func cancellable<Success: Sendable>(
    on queue: DispatchQueue? = nil, _ progress: (@Sendable (Double) -> Void)? = nil,
    _ body: @escaping @Sendable (WorkMonitor) throws -> Success
  ) async throws -> Success {
    try await (queue ?? saving).cancellable(progress, body)
  }

  /// Sets what brings written bytes to the disk: a test can hold a save up there.
  package func setDiskSync(_ synchronize: @escaping @Sendable (Int32) -> Int32) {
    store.withLock { $0.synchronize = synchronize }
  }
}
