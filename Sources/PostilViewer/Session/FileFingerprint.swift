import Foundation

/// What tells whether a file is still the one that it was.
struct FileFingerprint: Equatable, Sendable {
  /// What happened to a file.
  enum Change: Sendable {
    case deleted, changed
  }

  private let device: UInt64
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The facts of a file, or of that to which a link leads; `nil` if there is none.
  init?(_ url: URL) {
    var status = stat()
    guard stat(url.path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
