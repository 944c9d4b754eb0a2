public import Foundation
import Observation
import Synchronization

/// Removing content for good, as a dialog shows it: what would go, what else can go with it, writing the file without it.
///
/// ``examine()`` finds out what would go; it need not be waited for. ``write(to:)`` writes the file, with all edits up to then, saved or
/// not. Both are done in the background, and ``cancel()`` ends either. The document itself is not changed.
///
/// ```swift
/// let job = RedactionJob(.marks, of: session)
/// job.examine()
/// await job.done()
/// print(job.markCount, job.report?.glyphs ?? 0)
/// job.write(to: url)
/// await job.done()
/// ```
@MainActor @Observable public final class RedactionJob {
  /// What is removed.
  public enum Kind: Sendable, Hashable {
    /// All under the redaction marks of the document, and the hidden data that are chosen.
    case marks
    /// The hidden data that are chosen.
    case hiddenData
  }

  /// How far it is.
  public enum State: Sendable, Hashable {
    /// Nothing is being done.
    case ready
    /// It is found out what would go.
    case examining
    /// The file is being written.
    case writing
    /// Something cannot be removed for certain, or the file cannot be written. Nothing was written.
    case refused(ViewerMessage)
    /// The file is written and was checked.
    case written(RedactionReport, URL)
  }

  /// The kinds of hidden data, in the order to show them in.
  public nonisolated static let kindsOfHiddenData: [HiddenData] = [
    .metadata, .attachments, .scripts, .hiddenLayers, .thumbnails, .hiddenText,
  ]

  /// What is removed.
  public let kind: Kind
  /// How far it is.
  public private(set) var state = State.ready
  /// The part of the present work that is done, 0 to 1.
  public private(set) var progress = 0.0
  /// The number of redaction marks; `nil` until they are counted.
  public private(set) var markCount: Int?
  /// The number of pages with redaction marks.
  public private(set) var markedPageCount = 0
  /// What would go with the marks; `nil` until that is known.
  public private(set) var report: RedactionReport?
  /// How many hidden data of each kind there are, kinds without any left out; `nil` until that is known.
  public private(set) var hiddenDataCounts: [HiddenData: Int]?
  /// Whether the document carries digital signatures, which have to go: see ``removesSignatures``.
  public private(set) var isSigned = false
  /// Whether the document is encrypted: see ``password``.
  public private(set) var isEncrypted = false

  /// The hidden data that are removed. All but hidden text if they are what this is about, else none.
  public var hiddenData: HiddenData
  /// Whether digital signatures may be removed. Without that, signed documents are refused.
  public var removesSignatures = false
  /// The password of the new file if the document is encrypted; empty for a file that is not encrypted.
  public var password = ""

  private let editor: DocumentEditor
  /// Opens the file that took the place of the document's, with its password.
  private let reopen: @MainActor (URL, _ password: String) async -> Void
  @ObservationIgnored private var work: Task<Void, Never>?

  init(
    _ kind: Kind, _ editor: DocumentEditor,
    reopen: @escaping @MainActor (URL, _ password: String) async -> Void
  ) {
    (self.kind, self.editor, self.reopen) = (kind, editor, reopen)
    hiddenData = kind == .hiddenData ? .standard : []
  }

  deinit { work?.cancel() }

  /// Whether work is in progress.
  public var isWorking: Bool { state == .examining || state == .writing }

  /// Whether a file can be written: there is something to remove, and signatures may go if there are any.
  public var canWrite: Bool {
    switch state {
    case .writing, .written: return false
    case .ready, .examining, .refused: break
    }
    guard !isSigned || removesSignatures else { return false }
    return kind == .marks ? markCount ?? 0 > 0 : !hiddenData.isEmpty
  }

  /// Waits for the present work.
  public func done() async { await work?.value }

  /// Cancels the present work. What is examined so far stays known, and nothing is written.
  public func cancel() {
    work?.cancel()
    work = nil
    if isWorking { state = .ready }
  }

  // MARK: - Examining

  /// Finds out what would go, and whether it would be refused.
  public func examine() {
    start(.examining) { job in
      let (document, redaction) = try await job.input()
      let options = RedactionOptions(
        encryption: document.isEncrypted ? .remove : .keep, allowsBreakingSignatures: true)
      if job.kind == .marks, !redaction.isEmpty {
        job.report = try await document.redactionReport(redaction, options, progress: job.follow())
      }
      try await job.countHiddenData(of: document, options)
      return .ready
    }
  }

  private func countHiddenData(of document: PDFDocument, _ options: RedactionOptions) async throws {
    for kinds in [HiddenData.standard.union(.hiddenText), .standard] {
      do {
        let report = try await document.redactionReport(
          Redaction(hiddenData: kinds), options, progress: follow())
        return hiddenDataCounts = report.hiddenData
      } catch let error as PDFError {
        try Task.checkCancellation()
        // Hidden text takes reading all pages, of which one may be damaged. It is not removed unless that is chosen.
        if kind == .hiddenData, kinds == .standard { throw error }
      }
    }
  }

  // MARK: - Writing

  /// Writes the file.
  ///
  /// - Parameter url: The file; what is there is replaced. `nil` for the document's own: the document is then closed without
  ///   saving, with its journal and the pictures of its pages that are kept on disk, and the new file is opened in its place.
  public func write(to url: URL?) {
    guard canWrite, let target = url ?? editor.file else { return }
    start(.writing) { job in
      var (document, redaction) = try await job.input()
      redaction.hiddenData = job.hiddenData
      let options = RedactionOptions(
        encryption: job.encryption, allowsBreakingSignatures: job.removesSignatures,
        allowsReplacingOwnFile: url == nil)
      let report = try await document.redact(redaction, to: target, options, progress: job.follow())
      if url == nil { await job.reopen(target, job.password) }
      return .written(report, target)
    }
  }

  private var encryption: RewriteOptions.Encryption {
    guard isEncrypted else { return .keep }
    return password.isEmpty ? .remove : .aes256(userPassword: password, ownerPassword: password)
  }

  // MARK: - Work

  /// Ends the present work and begins other.
  private func start(_ new: State, _ body: @escaping @MainActor (RedactionJob) async throws -> State) {
    cancel()
    (state, progress) = (new, 0)
    let file = editor.file
    work = Task { [weak self] in
      guard let self else { return }
      let end: State
      do {
        end = try await body(self)
      } catch is CancellationError {
        end = .ready
      } catch {
        end = .refused(ViewerMessage(error, during: .redacting, file: file))
      }
      // What is written is written, whether somebody waits for it or not.
      if case .written = end { return state = end }
      if !Task.isCancelled { state = end }
    }
  }

  /// The document once all edits are made, and what its marks say.
  private func input() async throws -> (PDFDocument, Redaction) {
    let documentActor = try await editor.settled()
    let wantsMarks = kind == .marks
    let read = try await documentActor.perform { actor in
      let document = actor.document
      let redaction = wantsMarks ? try document.redactionOfMarksAndWait() : Redaction()
      return (redaction, document.isSigned, document.isEncrypted)
    }.result.get()
    try Task.checkCancellation()
    (isSigned, isEncrypted) = (read.1, read.2)
    if wantsMarks {
      (markCount, markedPageCount) = (read.0.areas.count, Set(read.0.areas.map(\.page)).count)
    }
    return (documentActor.document, read.0)
  }

  /// What takes the progress of work from any thread.
  private func follow() -> @Sendable (Double) -> Void {
    let shown = Mutex(0.0)
    return { [weak self] part in
      // Thousands of pages are looked at: no more than a hundred steps are shown.
      let isNew = shown.withLock { last in
        guard part >= last + 0.01 || part == 1 else { return false }
        last = part
        return true
      }
      if isNew { Task { @MainActor in self?.show(part) } }
    }
  }

  private func show(_ part: Double) {
    if isWorking { progress = max(progress, part) }
  }
}
