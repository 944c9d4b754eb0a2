public import Foundation
import PostilSystem

/// How a file is opened.
public struct OpenOptions: Sendable, Hashable {
  /// How the bytes of a file are reached while the document is open.
  public enum Access: Sendable, Hashable {
    /// Read into memory up to 64 MB, mapped above that.
    case automatic
    /// Read into memory: nothing that happens to the file afterwards can disturb the document.
    case memory
    /// Mapped: opens files of any size at once, but a program that makes the file shorter while it
    /// is open takes this one down (SIGBUS), and one that writes over it in place changes the document. Renaming over the file
    /// and appending to it are safe.
    case mapped
  }

  /// How the bytes are reached.
  public var access: Access

  /// Where a journal of unsaved edits is kept, from which a document can be recovered after a crash; `nil`, the default, keeps
  /// none. An editor takes ``standardJournalFolder``. Only the user can read it; that of an encrypted document is encrypted.
  public var journalFolder: URL?

  /// The folder for journals in this user's state: `$XDG_STATE_HOME/postil/journal`, or `~/.local/state/postil/journal`.
  public static var standardJournalFolder: URL { UserFolders().state.appending(path: "postil/journal") }

  /// Whether the document may be edited also where its author does not allow that to who opens it with the user's password
  /// (``PDFPermissions``). For programs whose users have the right to, such as those of an archive.
  public var ignoresPermissions: Bool

  /// Whether objects are read directly where that is possible, without libqpdf; tests compare both ways.
  package var isDirect = true
  /// Files with no more entries have all of them checked when they are opened; tests make it small.
  package var mostCheckedEntries = 65_536
  /// How many of the bytes that updates append are kept in memory; tests make it small.
  package var appendedMemory = 1 << 20

  /// Makes options.
  public init(access: Access = .automatic, journalFolder: URL? = nil, ignoresPermissions: Bool = false) {
    self.access = access
    self.journalFolder = journalFolder
    self.ignoresPermissions = ignoresPermissions
  }
}
