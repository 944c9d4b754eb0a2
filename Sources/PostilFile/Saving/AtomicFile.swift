import CSystem
import Foundation
import PostilModel

/// A file that comes into being in one step: written without a name, synced, and only then put in
/// the place of the target. Until ``commit()`` the target is as it was, whatever happens.
final class AtomicFile {
  private let target: String
  private let folder: String
  private let descriptor: Int32
  /// The file's name while it has one that is not the target's.
  private var temporaryName: String?

  /// - Parameter target: Where the file shall be; a symbolic link is followed.
  init(target: URL) throws {
    // A rename would put a plain file in the place of a device, of /dev/null even.
    guard !target.hasDirectoryPath, FileIdentity(path: target.path)?.isRegular != false else {
      throw PDFError(.cannotWrite, "There is a folder or a device of that name: give the path of a file.")
    }
    // Nor does a rename ask whether the file itself may be written.
    guard access(target.path, W_OK) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw SystemError.writing(errno)
    }
    self.target = Self.followed(target.path)
    folder = (self.target as NSString).deletingLastPathComponent
    let directory = folder.isEmpty ? "." : folder
    // Without a name there is nothing to be left over, even if the program is killed.
    let unnamed = postil_open_unnamed(directory, 0o666)
    if unnamed >= 0 {
      descriptor = unnamed
    } else if errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL || errno == ENOENT {
      let name = Self.temporaryName(beside: self.target)
      descriptor = open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw SystemError.writing(errno) }
      temporaryName = name
    } else {
      throw SystemError.writing(errno)
    }
  }

  deinit {
    close(descriptor)
    if let temporaryName { unlink(temporaryName) }
  }

  /// A path under which other libraries can open the file before it has its name.
  var path: String { temporaryName ?? "/proc/self/fd/\(descriptor)" }

  private static func followed(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func temporaryName(beside target: String) -> String {
    let folder = (target as NSString).deletingLastPathComponent
    let name = ".\((target as NSString).lastPathComponent.prefix(100)).\(UUID().uuidString.prefix(8)).tmp"
    return (folder as NSString).appendingPathComponent(name)
  }

  /// A file that is replaced hands on its mode and, where that is allowed, its owner.
  private func keepOwnerAndMode() {
    guard let old = FileIdentity(path: target), old.isRegular else { return }
    // Owner first: changing it can clear bits of the mode.
    _ = fchown(descriptor, old.owner, old.group)
    fchmod(descriptor, old.mode & 0o7777)
  }

  // MARK: - Writing

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    try FileOutput.write(bytes, to: descriptor)
  }

  func write(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes(write) }

  /// Copies a file's bytes, in the kernel where it can and the file still has them: another program
  /// may have written into it since they were read.
  func write(_ source: FileBytes) throws {
    var offset: off_t = 0
    let count = source.isUnchanged ? source.pointer.count : 0
    while offset < count {
      let copied = postil_copy_file_range(source.descriptor, &offset, descriptor, count - Int(offset))
      if copied < 0, errno == ENOSPC || errno == EDQUOT { throw SystemError.writing(errno) }
      if copied <= 0 { break }
    }
    try write(UnsafeRawBufferPointer(rebasing: source.pointer[Int(offset)...]))
  }

  /// Puts the file in the target's place and returns what it is now.
  func commit() throws -> FileIdentity {
    // Last, for libqpdf opens the file by its path, and the mode may forbid writing.
    keepOwnerAndMode()
    guard fsync(descriptor) == 0 else { throw SystemError.writing(errno) }
    let name = temporaryName ?? Self.temporaryName(beside: target)
    if temporaryName == nil {
      guard linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw SystemError.writing(errno)
      }
      temporaryName = name
    }
    guard rename(name, target) == 0 else { throw SystemError.writing(errno) }
    temporaryName = nil
    syncFolder()
    guard let identity = FileIdentity(descriptor: descriptor) else { throw SystemError.writing(errno) }
    return identity
  }

  private func syncFolder() {
    let directory = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }
}
