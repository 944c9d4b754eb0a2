import Foundation
import PostilFile
import PostilModel
import PostilSystem

extension PDFDocument {
  /// Opens the document of a journal, and makes its edits again.
  ///
  /// - Throws: ``PDFError``; the journal stays as it is then.
  convenience init(recovering journal: URL, password: String?, options: OpenOptions) throws {
    let (journalFile, content) = try JournalFile.resume(journal)
    let plan = try RecoveryPlan(content, journal)
    guard let base = plan.base else {
      throw PDFError(
        .fileChanged,
        "Another program replaced the file, so the edits cannot be made again: they are kept in the journal.",
        url: plan.file)
    }
    var options = options
    options.journalFolder = nil
    let isAsOpened = plan.save == nil && plan.isFileKnown && plan.file != nil
    let store =
      if isAsOpened, let file = plan.file {
        try FileStore(.url(file), password: password, options: options)
      } else {
        try FileStore(
          startOf: base.url, length: plan.header.base.length, password: password, options: options)
      }
    let encryption = try store.recordEncryption()
    self.init(store, isAsOpened ? plan.file : nil)
    var replay = Replay(document: self, plan: plan, folder: journal.deletingLastPathComponent())
    replay.password = password
    replay.encryption = encryption
    try replay.run()
    keep(
      EditJournal(
        resuming: journalFile, encryption, sources: replay.sources, keepsBase: !base.isStart,
        saveCount: replay.saveCount))
  }
}

/// Makes the edits of a journal again.
private struct Replay {
  let document: PDFDocument
  let plan: RecoveryPlan
  let folder: URL
  var password: String?
  var encryption: RecordEncryption?
  /// The documents that pages come from.
  private(set) var sources: Set<PageSource.Document> = []
  private(set) var saveCount = 0

  init(document: PDFDocument, plan: RecoveryPlan, folder: URL) {
    (self.document, self.plan, self.folder) = (document, plan, folder)
  }

  mutating func run() throws {
    let (limit, byteLimit) = (document.undoLimit, document.undoByteLimit)
    // What could be undone then could be undone by a program with other limits.
    document.undoLimit = .max
    document.undoByteLimit = .max
    for record in plan.records {
      switch try JournalRecord(record, encryption, isEncrypted: plan.header.isEncrypted) {
      case .entry(let entry)?: try document.replay(entry)
      case .save(let save)?: try note(save)
      case .source(let source)?: try register(source)
      case .header?, nil: break
      }
    }
    document.undoLimit = limit
    document.undoByteLimit = byteLimit
  }

  private mutating func note(_ save: JournalRecord.Save) throws {
    saveCount = max(saveCount, save.number)
    guard save.step == .began, save.number == plan.save, let file = plan.file else { return }
    let state = document.state
    try document.store.withLock {
      try $0.adopt(
        file, having: state, password: password, options: SaveOptions(), isRewritten: plan.isRewritten,
        numbering: plan.numbering)
    }
    document.core.withLock { $0.markSaved($0.history.mark, url: file) }
  }

  private mutating func register(_ source: JournalRecord.Source) throws {
    let copy = folder.appending(path: source.file)
    // A name alone: a journal leads to no other folder.
    guard copy.deletingLastPathComponent().standardizedFileURL == folder.standardizedFileURL else {
      throw PDFError(.damaged, "The journal names a file in another folder.", url: folder)
    }
    guard var data = try? Data(contentsOf: copy) else {
      throw PDFError(
        .damaged,
        "A document that pages come from is missing beside the journal: put '\(source.file)' back, or discard the edits.",
        url: folder)
    }
    if let encryption {
      guard let decrypted = encryption.decrypted(Array(data)) else {
        throw PDFError(.damaged, "A document that pages come from cannot be read.", url: copy)
      }
      data = Data(decrypted)
    }
    try document.store.withLock { store in
      if source.isDocument {
        let file = try OpenedFile(data: data, password: source.needsPassword ? password : nil)
        _ = try store.register(file, as: SourceID(number: source.number))
      } else {
        try store.register(data, as: ContentID(number: source.number))
      }
    }
    document.core.withLock { $0.reserveSource(source.number) }
    sources.insert(.init(isDocument: source.isDocument, number: source.number))
  }
}
