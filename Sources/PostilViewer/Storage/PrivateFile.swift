import Foundation

/// A small file for its owner's eyes alone, which is replaced in one step.
struct PrivateFile: Sendable {
  let url: URL

  /// A file that is larger is none that was written here.
  private static let largest = 16 << 20

  /// The file's bytes; `nil` if there is none, or none that could be ours.
  func read() -> Data? {
    // Without waiting for a writer, should it be a named pipe.
    let file = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.largest
    else { return nil }
    return try? handle.read(upToCount: Self.largest)
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
    var code = Self.write(data, to: file)
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

  /// 0, or what went wrong.
  private static func write(_ data: Data, to file: Int32) -> Int32 {
    data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return errno }
        rest = rest.dropFirst(count)
      }
      return 0
    }
  }

  private static let advice =
    "Settings cannot be kept: check that the folder for them may be written to and that there is space."

  private func failure(_ code: Int32) -> PDFError {
    PDFError(
      code == ENOSPC || code == EDQUOT ? .diskFull : .cannotWrite, Self.advice, url: url,
      underlying: String(cString: strerror(code)))
  }
}
