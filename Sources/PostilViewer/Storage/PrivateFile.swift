import Foundation

/// A small file for its owner's eyes alone, which is replaced in one step.
struct PrivateFile: Sendable {
  let url: URL

  /// A file that is larger is none that was written here.
  private static let largest = 16 << 20

  /// What is found in a file's place.
  enum Content {
    /// No file, or an empty one.
    case none
    case bytes(Data)
    /// Something that was not written here.
    case foreign
    /// Something that the system does not let be read, and its number of the reason.
    case unreadable(Int32)
  }

  /// What is in the file.
  func read() -> Content {
    // Without waiting for a writer, should it be a named pipe.
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return .none
      case ENXIO: return .foreign
      default: return .unreadable(errno)
      }
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0 else { return .unreadable(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { return .unreadable(EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest else { return .foreign }
    guard let data = try? handle.read(upToCount: Self.largest) ?? Data() else { return .unreadable(EIO) }
    return data.isEmpty ? .none : .bytes(data)
  }

  /// Puts what is there aside, as `….damaged`, in the place of what was put aside before.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`.
  func setAside() throws {
    let target = Self.target(of: url).path
    guard rename(target, target + ".damaged") != 0, errno != ENOENT else { return }
    throw failure(errno)
  }

  /// Puts other bytes in the file's place. Whoever reads it sees the old or the new ones, and after a crash too.
  ///
  /// - Throws: ``Postil/PDFError`` with code `.cannotWrite` or `.diskFull`.
  func write(_ data: Data) throws {
    // A link, as people have who keep their settings elsewhere, stays one.
    let target = Self.target(of: url).path
    let draft = target + ".\(UUID().uuidString.prefix(8)).tmp"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure(errno) }
    var code = data.withUnsafeBytes { $0.write(to: file) }
    if code == 0, fsync(file) != 0 { code = errno }
    close(file)
    if code == 0, rename(draft, target) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(draft)
    throw failure(code)
  }

  /// Makes the file's folder, and keeps out everybody else who does the same while `body` runs. Should one of them
  /// hang, it is not waited for: the worst that can happen is that what one of both wrote last is lost.
  func locked<Result>(_ body: () throws -> Result) throws -> Result {
    let folder = url.deletingLastPathComponent().path
    try makeFolder(folder)
    let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    for _ in 0..<600 where lock >= 0 {
      if flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { break }
      usleep(5000)
    }
    return try body()
  }

  private func makeFolder(_ path: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch let reason {
      throw PDFError(
        .cannotWrite, Self.advice, url: url, underlying: (reason as NSError).localizedDescription)
    }
  }

  /// Where a file is, or will be if it is a link to one that is not there yet.
  private static func target(of url: URL) -> URL {
    var url = url
    for _ in 0..<40 {
      guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(fileURLWithPath: path, relativeTo: url.deletingLastPathComponent()).absoluteURL
    }
    return url
  }

  private static let advice =
    "Settings cannot be kept: check that the folder for them may be written to and that there is space."

  /// The error that a file may not be read, and that it is therefore not replaced.
  func unreadable(_ code: Int32) -> PDFError {
    PDFError(
      .cannotRead,
      "Settings are not kept: the file that they are in cannot be read, and stays as it is. Check who may read it.",
      url: url, underlying: String(cString: strerror(code)))
  }

  private func failure(_ code: Int32) -> PDFError {
    PDFError(
      code == ENOSPC || code == EDQUOT ? .diskFull : .cannotWrite, Self.advice, url: url,
      underlying: String(cString: strerror(code)))
  }
}
