import CPostilSystem
package import Foundation
import PostilModel

/// A file that comes into being in one step: written without a name, synced, and only then put in
/// the place of the target. Until ``commit()`` the target is as it was, whatever happens.
package final class AtomicFile {
  /// What kind of file it is, which decides who may read it and what a crash may do to it.
  package enum Kind: Sendable {
    /// A user's document. A file that is replaced hands on its mode and, where that is allowed, its owner. A symbolic link
    /// is followed. What was committed is there after a crash of the machine too.
    case document
    /// What was made of a document and can be made again: as a document, but it may be lost when the machine crashes.
    case export
    /// A program's own file, for its owner alone. A symbolic link is followed. What was committed is there after a crash
    /// of the machine too.
    case settings
    /// A program's own file, for its owner alone, which may be lost when the machine crashes. A symbolic link is replaced.
    case cache
  }

  private let kind: Kind
  private let target: String
  private let folder: String
  private let descriptor: Int32
  /// The file's name while it has one that is not the target's.
  private var temporaryName: String?

  /// Makes a file that has no bytes yet.
  ///
  /// - Parameter target: Where the file shall be.
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package convenience init(target: URL, kind: Kind = .document) throws {
    try self.init(target: target, kind: kind, mayBeUnnamed: Self.canLinkDescriptors)
  }

  /// - Parameter mayBeUnnamed: Whether it may have no name until it is committed, where the file system can do that.
  init(target: URL, kind: Kind, mayBeUnnamed: Bool) throws {
    self.kind = kind
    let target = target.withPath
    let path = target.path
    // A rename would put a plain file in the place of a device, of /dev/null even.
    guard !target.hasDirectoryPath,
      FileStatus(path: path, followsLinks: kind.followsLinks)?.isReplaceable != false
    else {
      throw PDFError(.cannotWrite, "There is a folder or a device of that name: give the path of a file.")
    }
    // Nor does a rename ask whether the file itself may be written.
    guard
      kind == .cache || SystemPath.with(path, { access($0, W_OK) }) == 0 || errno == ENOENT
        || errno == ENOTDIR
    else {
      throw SystemError.writing(errno)
    }
    self.target = kind.followsLinks ? Self.followed(path) : path
    let folder = (self.target as NSString).deletingLastPathComponent
    self.folder = folder.isEmpty ? "." : folder
    // Without a name there is nothing to be left over, even if the program is killed.
    let unnamed =
      mayBeUnnamed ? SystemPath.with(self.folder) { postil_open_unnamed($0, kind.permissions) } : -1
    if unnamed >= 0 {
      descriptor = unnamed
    } else if !mayBeUnnamed || [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
      let name = Self.temporaryName(beside: self.target)
      // While it has a name it is for its owner alone: what it replaces may be so, too.
      descriptor = FileIO.open(name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, permissions: 0o600)
      guard descriptor >= 0 else { throw SystemError.writing(errno) }
      temporaryName = name
    } else {
      throw SystemError.writing(errno)
    }
  }

  deinit {
    close(descriptor)
    if let temporaryName { _ = SystemPath.with(temporaryName) { unlink($0) } }
  }

  /// A path under which other libraries can open the file before it has its name.
  package var path: String { temporaryName ?? "/proc/self/fd/\(descriptor)" }

  /// A file without a name gets one through this folder.
  private static let canLinkDescriptors = access("/proc/self/fd", X_OK) == 0

  /// Where a file is, or will be if it is a link to one that is not there yet.
  static func followed(_ path: String) -> String {
    if let real = SystemPath.with(path, { realpath($0, nil) }) {
      defer { free(real) }
      return SystemPath.text(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
    var url = URL(fileURLWithPath: path)
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(fileURLWithPath: next, relativeTo: url.deletingLastPathComponent()).absoluteURL
    }
    return url.path
  }

  private static func temporaryName(beside target: String) -> String {
    let folder = (target as NSString).deletingLastPathComponent
    // File systems count bytes, and take 255 of them.
    let start = String(decoding: (target as NSString).lastPathComponent.utf8.prefix(100), as: UTF8.self)
    let name = ".\(start).\(UUID().uuidString.prefix(8)).tmp"
    return (folder as NSString).appendingPathComponent(name)
  }

  /// Whether a file of this name was left by a program that was ended in the middle.
  package static func isTemporaryName(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".tmp")
  }

  private func adoptOwnerAndMode() {
    guard kind.isUsers, let old = FileStatus(path: target), old.isRegular else {
      if temporaryName != nil { fchmod(descriptor, kind.permissions & ~Self.creationMask) }
      return
    }
    // Owner first: changing it can clear bits of the mode.
    _ = fchown(descriptor, old.owner, old.group)
    fchmod(descriptor, old.mode & 0o7777)
  }

  /// What the user takes from the mode of new files. It can only be asked for by setting another.
  private static var creationMask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  // MARK: - Writing

  package func write(_ bytes: UnsafeRawBufferPointer) throws { try FileIO.write(bytes, to: descriptor) }

  package func write(_ bytes: some ContiguousBytes) throws { try FileIO.write(bytes, to: descriptor) }

  /// Copies a part of another file in the kernel.
  ///
  /// - Returns: How many bytes were copied: fewer, or none, where the kernel cannot.
  /// - Throws: ``PDFError`` with code `.diskFull`.
  package func copy(_ range: Range<Int>, from source: Int32) throws -> Int {
    var offset = off_t(range.lowerBound)
    while offset < range.upperBound {
      let copied = postil_copy_file_range(source, &offset, descriptor, range.upperBound - Int(offset))
      if copied < 0, errno == ENOSPC || errno == EDQUOT { throw SystemError.writing(errno) }
      if copied <= 0 { break }
    }
    return Int(offset) - range.lowerBound
  }

  /// Puts the file in the target's place and returns what it is now.
  ///
  /// - Parameters:
  ///   - synchronize: What brings the bytes of a document or of settings to the disk; `nil` does not wait for that.
  ///   - check: Looks at the file that a document replaces, `nil` if there is none, under its ``FileLock``: what it
  ///     finds is what is replaced. If it throws, nothing is.
  /// - Throws: ``PDFError`` with code `.cannotWrite`, `.diskFull` or `.fileBusy`; the target is as it was.
  package func commit(
    synchronize: DiskSync? = { fsync($0) }, replacing check: (FileIdentity?) throws -> Void = { _ in }
  ) throws -> FileIdentity {
    // Last, for libqpdf opens the file by its path, and the mode may forbid writing.
    adoptOwnerAndMode()
    let isDurable = kind.isDurable && synchronize != nil
    if isDurable, let synchronize, synchronize(descriptor) != 0 { throw SystemError.writing(errno) }
    if kind == .document {
      while try !replaceDocument(check) {}
    } else {
      try giveName()
      try replaceTarget()
    }
    if isDurable { syncFolder() }
    guard let identity = FileIdentity(descriptor: descriptor) else { throw SystemError.writing(errno) }
    return identity
  }

  /// - Returns: `false` if a file of that path came into being meanwhile: it has to be looked at first.
  private func replaceDocument(_ check: (FileIdentity?) throws -> Void) throws -> Bool {
    if let lock = try FileLock.acquire(target, for: .replacing) {
      try check(lock.identity)
      try giveName()
      try replaceTarget()
      return true
    }
    try check(nil)
    try giveName()
    guard let temporaryName else { throw SystemError.writing(ENOENT) }
    let code = SystemPath.with(temporaryName) { old in
      SystemPath.with(target) { postil_rename_new(old, $0) }
    }
    if code != 0 {
      if errno == EEXIST { return false }
      // Some file systems cannot tell whether there is one.
      guard errno == EINVAL || errno == ENOSYS else { throw SystemError.writing(errno) }
      try replaceTarget()
    }
    self.temporaryName = nil
    return true
  }

  private func giveName() throws {
    guard temporaryName == nil else { return }
    let name = Self.temporaryName(beside: target)
    guard SystemPath.with(name, { linkat(AT_FDCWD, path, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }) == 0 else {
      throw SystemError.writing(errno)
    }
    temporaryName = name
  }

  private func replaceTarget() throws {
    guard let temporaryName else { return }
    guard FileIO.rename(temporaryName, to: target) == 0 else { throw SystemError.writing(errno) }
    self.temporaryName = nil
  }

  private func syncFolder() {
    let directory = FileIO.open(folder, O_RDONLY | O_DIRECTORY)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }
}

extension AtomicFile.Kind {
  /// Whether it belongs to the user rather than to a program.
  fileprivate var isUsers: Bool { self == .document || self == .export }
  fileprivate var permissions: mode_t { isUsers ? 0o666 : 0o600 }
  fileprivate var followsLinks: Bool { self != .cache }
  fileprivate var isDurable: Bool { self == .document || self == .settings }
}

extension FileStatus {
  /// Whether a plain file may take its place.
  fileprivate var isReplaceable: Bool { isRegular || mode & S_IFMT == S_IFLNK }
}
