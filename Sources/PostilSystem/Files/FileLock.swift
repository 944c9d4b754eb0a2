import Foundation
package import PostilModel

/// The advisory lock (`flock`) of a file that is about to be replaced or appended to. Other processes that save with
/// Postil, and other documents of this process, respect it: none of them writes the file between the check that it is
/// still the one that was opened and its replacement.
///
/// The lock is on the file itself, not on a file beside it: nothing is left behind, folders may be read-only, and the
/// kernel releases it when its holder crashes. A replacement gives the path another inode, so a waiter that gets the lock
/// of the old one starts over with the new one. File systems without locks always grant it: there the check of the file's
/// identity is all there is.
package struct FileLock: ~Copyable {
  package enum Purpose: Sendable {
    /// The path is to get another file.
    case replacing
    /// Bytes are to be appended through ``descriptor``.
    case appending
  }

  package let descriptor: Int32
  /// The file as it was when the lock was granted.
  package let identity: FileIdentity

  /// How long a save waits for others, in seconds.
  package static let timeout = 30.0

  /// Waits for the lock.
  ///
  /// - Returns: `nil` if there is no file of that path.
  /// - Throws: ``PDFError`` with code `.fileBusy` after `timeout` seconds, or `.cannotWrite`.
  package static func acquire(_ path: String, for purpose: Purpose, timeout: Double = timeout) throws
    -> FileLock?
  {
    let deadline = Self.now() + timeout
    var pause: UInt32 = 500
    // Reading is enough for the lock, and a file that is only replaced must not look as if it had been written to.
    var mode = purpose == .appending ? O_RDWR | O_APPEND : O_RDONLY
    while let descriptor = try open(path, mode) {
      let result = attempt(descriptor, path)
      if case .granted(let identity) = result { return FileLock(descriptor: descriptor, identity: identity) }
      close(descriptor)
      switch result {
      case .needsWriting where mode == O_RDONLY: mode = O_RDWR
      case .busy:
        guard Self.now() < deadline else { throw PDFError.fileBusy }
        usleep(pause)
        pause = min(pause * 2, 20_000)
      default: break
      }
    }
    return nil
  }

  deinit {
    // Not left to close(): a child of a fork may still have the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private enum Attempt {
    case granted(FileIdentity)
    /// The path names another file by now.
    case stale
    case busy
    /// On NFS an exclusive lock takes a descriptor that is open for writing.
    case needsWriting
  }

  private static func attempt(_ descriptor: Int32, _ path: String) -> Attempt {
    var result = flock(descriptor, LOCK_EX | LOCK_NB)
    while result != 0, errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
    if result != 0, errno == EWOULDBLOCK { return .busy }
    if result != 0, errno == EBADF { return .needsWriting }
    guard let identity = FileIdentity(descriptor: descriptor), let named = FileIdentity(path: path),
      identity.isSameFile(as: named)
    else { return .stale }
    return .granted(identity)
  }

  /// `nil` if there is no such file.
  private static func open(_ path: String, _ mode: Int32) throws -> Int32? {
    var descriptor = FileIO.open(path, mode | O_NONBLOCK)
    // A file that may be written but not read.
    if descriptor < 0, errno == EACCES, mode == O_RDONLY {
      descriptor = FileIO.open(path, O_WRONLY | O_NONBLOCK)
    }
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw SystemError.writing(errno) }
    return descriptor
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Waits until a file's bytes are on the disk, as `fsync` does. Tests put another one in its place.
package typealias DiskSync = @Sendable (Int32) -> Int32

extension PDFError {
  package static let changedOnDisk = PDFError(
    .fileChanged,
    "Another program changed the file since it was opened: save under another name, or open it again.")
  package static let fileBusy = PDFError(
    .fileBusy, "Another program is still writing to the file: try again, or save under another name.")
}
