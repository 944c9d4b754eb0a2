import Foundation
import PostilFile

/// The names of journals and of what is kept beside them: see ``OpenOptions/journalFolder``.
enum JournalFolder {
  static let fileExtension = "journal"

  /// A journal that is not there yet.
  static func newJournal(in folder: URL) -> URL {
    folder.appending(path: UUID().uuidString.lowercased()).appendingPathExtension(fileExtension)
  }

  /// The journals in a folder, by their names.
  static func journals(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix("." + fileExtension) }.sorted().map { folder.appending(path: $0) }
  }

  /// A file beside a journal.
  static func companion(of journal: URL, _ name: String) -> URL {
    journal.deletingPathExtension().appendingPathExtension(name)
  }

  /// Removes a journal and what is kept beside it.
  static func remove(_ journal: URL) {
    let folder = journal.deletingLastPathComponent()
    let name = journal.deletingPathExtension().lastPathComponent + "."
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    // Last the journal: what is beside one that is there must be there.
    for file in files where file.hasPrefix(name) && file != journal.lastPathComponent {
      unlink(folder.appending(path: file).path)
    }
    unlink(journal.path)
  }

  /// Removes journals without unsaved edits that no program has open: of programs that ended without closing a document.
  static func removeFinished(in folder: URL) {
    for journal in journals(in: folder) {
      // Journals with unsaved edits are not locked, not even for a moment: others would take them for ones in use.
      guard let seen = try? JournalFile.content(of: journal), isFinished(seen, journal),
        let (file, content) = try? JournalFile.resume(journal, waits: false), isFinished(content, journal)
      else { continue }
      withExtendedLifetime(file) { remove(journal) }
    }
  }

  private static func isFinished(_ content: JournalFile.Content, _ journal: URL) -> Bool {
    (try? RecoveryPlan(content, journal))?.unsavedCount == 0
  }
}
