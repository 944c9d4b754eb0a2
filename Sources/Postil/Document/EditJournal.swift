import Dispatch
import Foundation
import PostilFile
import PostilModel
import PostilSystem
import Synchronization

/// Writes what is done to a document to a file, so that it can be done again after a crash: see
/// ``OpenOptions/journalFolder``.
///
/// What is done is queued under the lock of the document's core, so in order, and written before the call that did it
/// returns, without that lock. What was written survives the end of the program; a second later at the most it is brought to
/// the disk, so that it survives that of the machine. The edits refer to the bytes that were opened: they are the start of
/// the file until a save rewrites it, and are copied beside the journal then.
///
/// If the journal cannot be written, edits go on without it, and ``failure`` says why.
final class EditJournal: Sendable {
  private enum Item: Sendable {
    case entry(JournalEntry)
    case saveBegan(Int)
  }

  /// The file and what is known of it. The lock is held while records are written: to the system's cache, in microseconds.
  private struct Output {
    var file: JournalFile?
    var encryption: RecordEncryption?
    var failure: PDFError?
    /// Whether nothing is written any more.
    var isOver = false
    /// The sources whose copies are there.
    var keptSources: Set<PageSource.Document> = []
    var keepsBase = false
    var isSyncScheduled = false
  }

  private let url: URL
  private let items = Mutex<[Item]>([])
  private let output: Mutex<Output>
  private let saves = Atomic(0)

  private static let synchronizing = DispatchQueue(label: "Postil.Journal.Synchronizing", qos: .utility)
  /// Where finished journals are removed: they may be many, and large.
  static let cleaning = DispatchQueue(label: "Postil.Journal.Cleaning", qos: .utility)
  private static let longestUnsynced = 1.0

  /// A journal that has no file until the first edit.
  init(folder: URL) {
    url = JournalFolder.newJournal(in: folder)
    output = Mutex(Output())
  }

  /// Goes on with the journal of a document that was recovered.
  init(
    resuming file: sending JournalFile, _ encryption: RecordEncryption?, sources: Set<PageSource.Document>,
    keepsBase: Bool, saveCount: Int
  ) {
    url = file.url
    output = Mutex(
      Output(file: file, encryption: encryption, keptSources: sources, keepsBase: keepsBase))
    saves.store(saveCount, ordering: .relaxed)
  }

  /// Why the journal ended; `nil` while it is kept.
  var failure: PDFError? { output.withLock(\.failure) }

  // MARK: - Queueing, under the lock of the core

  func note(_ entry: JournalEntry) { items.withLock { $0.append(.entry(entry)) } }

  /// - Returns: The number of the save.
  func noteSave() -> Int {
    let number = saves.add(1, ordering: .relaxed).newValue
    items.withLock { $0.append(.saveBegan(number)) }
    return number
  }

  // MARK: - Writing, without that lock

  /// Writes what is queued.
  func flush(_ document: PDFDocument) {
    guard !items.withLock(\.isEmpty) else { return }
    output.withLock { output in
      let queued = items.withLock { items in
        defer { items = [] }
        return items
      }
      // A save of a document that nothing was done to needs no journal.
      guard output.file != nil || queued.contains(where: { if case .entry = $0 { true } else { false } })
      else {
        return
      }
      write(&output) { output in
        try open(&output, document)
        var records: [JournalRecord] = []
        for item in queued {
          switch item {
          case .saveBegan(let number): records.append(.save(.init(number: number, step: .began)))
          case .entry(var entry):
            let objects = (entry.edits ?? []).reduce(into: Set<Int>()) { $0.formUnion($1.objects) }
            if !objects.isEmpty { entry.numbering = document.store.withLock { $0.numbering(of: objects) } }
            for source in entry.sources where !output.keptSources.contains(source) {
              records.append(.source(try keep(source, of: document, output.encryption)))
              output.keptSources.insert(source)
            }
            records.append(.entry(entry))
          }
        }
        return records
      }
    }
  }

  /// Notes that a save is about to replace the file, so that both are told apart after a crash.
  func willReplace(by number: Int, _ replacement: FileReplacement, at target: URL, _ document: PDFDocument) {
    flush(document)
    let base = Result { replacement.isRewritten ? try keptBase(of: document) : false }
    output.withLock { output in
      guard output.file != nil else { return }
      write(&output) { output in
        if try base.get() { output.keepsBase = true }
        return [
          .save(
            .init(
              number: number, step: .replacing, mark: replacement.mark, path: target.standardizedFileURL.path,
              isRewritten: replacement.isRewritten, numbering: replacement.numbering))
        ]
      }
    }
    synchronize()
  }

  /// - Parameter numbering: The numbers of objects that edits name, which may have been made while the save wrote.
  func didSave(_ number: Int, _ numbering: ObjectNumbering?) {
    output.withLock { output in
      guard output.file != nil else { return }
      write(&output) { _ in [.save(.init(number: number, step: .done, numbering: numbering))] }
    }
  }

  /// Ends the journal.
  ///
  /// - Parameter failure: Why, unless it is wanted.
  func end(removing: Bool, _ failure: PDFError? = nil) {
    output.withLock { output in
      output.isOver = true
      output.failure = output.failure ?? failure
      if removing { output.file.map { JournalFolder.remove($0.url) } }
      output.file = nil
    }
  }

  private func write(_ output: inout Output, _ records: (inout Output) throws -> [JournalRecord]) {
    guard !output.isOver else { return }
    do {
      let records = try records(&output)
      let encryption = output.encryption
      try output.file?.append(records.map { try $0.encoded(encryption) })
      scheduleSync(&output)
    } catch {
      // What was written so far can still be recovered.
      output.isOver = true
      output.failure = PDFError.from(error)
    }
  }

  private func scheduleSync(_ output: inout Output) {
    guard !output.isSyncScheduled else { return }
    output.isSyncScheduled = true
    Self.synchronizing.asyncAfter(deadline: .now() + Self.longestUnsynced) { [weak self] in
      self?.output.withLock { $0.isSyncScheduled = false }
      self?.synchronize()
    }
  }

  /// Brings what was written to the disk. Edits need not wait for that: the file has another descriptor meanwhile.
  func synchronize() {
    let descriptor = output.withLock { $0.file?.duplicateDescriptor() ?? -1 }
    guard descriptor >= 0 else { return }
    fdatasync(descriptor)
    close(descriptor)
  }

  // MARK: - Files

  private func open(_ output: inout Output, _ document: PDFDocument) throws {
    guard output.file == nil else { return }
    Self.cleaning.async { [folder = url.deletingLastPathComponent()] in
      JournalFolder.removeFinished(in: folder)
    }
    let (base, encryption, identity, isMended, numbering) = try document.store.withLock {
      ($0.openedMark, try $0.recordEncryption(), $0.identityText, $0.isMended, $0.numbering())
    }
    guard !isMended else {
      throw PDFError(
        .unsupported, "The file is damaged: save it and open it again, and a journal is kept.",
        url: document.url)
    }
    let file = try JournalFile.create(at: url)
    let header = JournalRecord.Header(
      path: document.url?.standardizedFileURL.path, base: base, isEncrypted: encryption != nil)
    var records = [JournalRecord.header(header)]
    if header.path.map({ base.isMark(ofFileAt: $0, exactly: true) }) != true {
      try copyBase(of: document)
      output.keepsBase = true
      // It was written anew before anything was done to it.
      if let path = header.path, let mark = FileMark(path: path), FileIdentity(path: path)?.text == identity {
        let number = saves.add(1, ordering: .relaxed).newValue
        records += [
          .save(.init(number: number, step: .began)),
          .save(
            .init(
              number: number, step: .replacing, mark: mark, path: path, isRewritten: true,
              numbering: numbering)),
          .save(.init(number: number, step: .done)),
        ]
      }
    }
    try file.append(records.map { try $0.encoded(nil) })
    output.encryption = encryption
    output.file = file
  }

  /// Copies the bytes that were opened for a save that rewrites them, without holding up edits.
  ///
  /// - Returns: Whether there is a copy.
  private func keptBase(of document: PDFDocument) throws -> Bool {
    let (isKept, isNeeded) = output.withLock { ($0.keepsBase, $0.file != nil && !$0.isOver) }
    if isNeeded, !isKept { try copyBase(of: document) }
    return isKept || isNeeded
  }

  private func copyBase(of document: PDFDocument) throws {
    try document.store.withLock(\.openedBytes).copy(to: companion("base"))
  }

  /// Copies a document that pages come from.
  private func keep(
    _ source: PageSource.Document, of document: PDFDocument, _ encryption: RecordEncryption?
  ) throws -> JournalRecord.Source {
    let opened = try document.store.withLock { try $0.file(of: source.firstPage)?.file }
    guard let opened else { throw PDFError(.damaged, "A document that pages come from is missing.") }
    let copy = companion("\(source.isDocument ? "document" : "page")-\(source.number)")
    if let encryption {
      let file = try AtomicFile(target: copy, kind: .settings)
      try file.write(encryption.encrypted(Array(opened.pointer)))
      _ = try withExtendedLifetime(opened) { try file.commit() }
    } else {
      try opened.copy(to: copy)
    }
    return JournalRecord.Source(
      isDocument: source.isDocument, number: source.number, file: copy.lastPathComponent,
      needsPassword: opened.password != nil)
  }

  /// A file beside the journal.
  private func companion(_ name: String) -> URL { JournalFolder.companion(of: url, name) }
}

extension JournalEntry {
  /// The documents that pages come from which it puts in.
  fileprivate var sources: Set<PageSource.Document> {
    var result: Set<PageSource.Document> = []
    for edit in edits ?? [] {
      switch edit.kind {
      case .insertPages(let inserted): result.formUnion(inserted.compactMap(\.state.source.document))
      case .replaceContent(_, let source): if let document = source.document { result.insert(document) }
      default: break
      }
    }
    return result
  }
}

extension PageSource {
  /// A document, besides the one that was opened, that pages come from.
  struct Document: Sendable, Hashable {
    /// Another document, or else a page that the session made.
    let isDocument: Bool
    let number: Int

    /// The source of its first page.
    var firstPage: PageSource {
      isDocument ? .imported(SourceID(number: number), 0) : .content(ContentID(number: number))
    }
  }

  fileprivate var document: Document? {
    switch self {
    case .imported(let id, _): Document(isDocument: true, number: id.number)
    case .content(let id): Document(isDocument: false, number: id.number)
    case .opened, .blank: nil
    }
  }
}
