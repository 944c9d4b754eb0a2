public import Foundation
import PostilFile
public import PostilModel

/// Edits of a document that were not saved when the program ended, in a journal: see ``OpenOptions/journalFolder``.
///
/// ```swift
/// for edits in PDFDocument.recoverable(url) where edits.status == .ready {
///   let document = try await edits.recover()
///   try await document.save()
/// }
/// ```
///
/// Nothing is removed without ``discard()``, or a save of the document that was recovered.
public struct RecoverableEdits: Sendable, Hashable, Identifiable {
  /// Whether the edits can be recovered.
  public enum Status: String, Sendable, Hashable {
    /// They fit the file.
    case ready
    /// Another program changed the file, or it is gone. What can be recovered is a document without a file, with what the
    /// file was and the edits: save it to another one.
    case fileChanged
    /// What the edits refer to is gone: they cannot be recovered.
    case fileLost
    /// The document is open, in this program or another one.
    case inUse
    /// A newer version wrote the journal, or it cannot be understood.
    case newerVersion
  }

  /// The journal's name, unique in its folder.
  public let id: String
  /// The document's file; `nil` if it had none.
  public let url: URL?
  /// When the newest edit was made.
  public let date: Date
  /// How many steps are unsaved: edits, undoing and redoing; beginning and ending a group of edits count, too.
  public let stepCount: Int
  /// Whether they can be recovered.
  public let status: Status
  /// Whether the document needs its password.
  public let isEncrypted: Bool
  let journal: URL

  /// Reads a journal; `nil` if it is none, or has nothing that is not saved and is not in use.
  init?(_ journal: URL) {
    guard let (content, isInUse) = try? JournalFile.read(journal) else { return nil }
    id = journal.deletingPathExtension().lastPathComponent
    date = content.modified
    self.journal = journal
    guard let plan = try? RecoveryPlan(content, journal) else {
      (url, stepCount, isEncrypted, status) = (nil, 0, false, .newerVersion)
      return
    }
    guard plan.unsavedCount > 0 || isInUse else { return nil }
    url = plan.file
    stepCount = plan.unsavedCount
    isEncrypted = plan.header.isEncrypted
    status = isInUse ? .inUse : plan.base == nil ? .fileLost : plan.isFileKnown ? .ready : .fileChanged
  }

  /// Opens the document, makes the edits again, and keeps the journal on. What could be undone can be undone again.
  ///
  /// - Parameters:
  ///   - password: The password of an encrypted document.
  ///   - options: How the file is read.
  /// - Returns: The document, with unsaved changes.
  /// - Throws: ``PDFError`` with code `.fileBusy` if the document is open elsewhere, `.fileChanged` if what the edits refer to
  ///   is gone, `.unsupported` for a journal of a newer version, or as ``PDFDocument/open(_:password:options:progress:)``. The journal
  ///   stays as it is then.
  public func recover(password: String? = nil, options: OpenOptions = OpenOptions()) async throws
    -> PDFDocument
  {
    try await PDFDocument.opening.result { try recoverAndWait(password: password, options: options) }
  }

  /// Recovers, and blocks the calling thread meanwhile: for command line tools, and for threads of the program's own.
  ///
  /// - Throws: ``PDFError``, as ``recover(password:options:)``.
  public func recoverAndWait(
    password: String? = nil, options: OpenOptions = OpenOptions()
  ) throws(PDFError) -> PDFDocument {
    try PDFError.only { try PDFDocument(recovering: journal, password: password, options: options) }
  }

  /// Removes the journal: the edits are lost.
  ///
  /// - Throws: ``PDFError`` with code `.fileBusy` if the document is open.
  public func discard() throws(PDFError) {
    try PDFError.only {
      let (file, _) = try JournalFile.resume(journal)
      withExtendedLifetime(file) { JournalFolder.remove(journal) }
    }
  }

  // MARK: - Folders

  static func all(in folder: URL) -> [RecoverableEdits] {
    JournalFolder.journals(in: folder).compactMap { RecoverableEdits($0) }.sorted { $0.date > $1.date }
  }
}

extension PDFDocument {
  /// Unsaved edits of documents that were open when their programs ended, newest first, and of those that are open now
  /// (``RecoverableEdits/Status/inUse``). Reads the journals in a folder.
  ///
  /// - Parameters:
  ///   - url: The document's file; `nil`: of all documents.
  ///   - folder: Where journals are kept.
  public static func recoverable(
    _ url: URL? = nil, in folder: URL = OpenOptions.standardJournalFolder
  ) -> [RecoverableEdits] {
    let all = RecoverableEdits.all(in: folder)
    guard let path = url?.standardizedFileURL.path else { return all }
    return all.filter { $0.url?.path == path }
  }

  /// Ends the document's journal and removes it, for a program that closes the document without saving it.
  public func discardJournal() { journal?.end(removing: true) }

  /// Why the edits are not written to a journal any more, although the options ask for it: the disk is full, for example.
  /// `nil` while they are.
  public var journalFailure: PDFError? { journal?.failure }
}

extension RecoverableEdits: CustomStringConvertible {
  /// The file, how many steps are unsaved, and whether they can be recovered: `report.pdf: 4 steps, ready`.
  public var description: String {
    "\(url?.lastPathComponent ?? "a new document"): \(stepCount) \(stepCount == 1 ? "step" : "steps"), \(status.rawValue)"
  }
}
