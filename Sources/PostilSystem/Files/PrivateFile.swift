package import Foundation
import PostilModel

/// A small file of a program, which only its owner can read and which is replaced in one step.
package struct PrivateFile: Sendable {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// Larger files are not read.
  private static let largest = 16 << 20

  /// What is found in a file's place.
  package enum Content {
    /// No file, or an empty one.
    case none
    case bytes(Data)
    /// A pipe, a device, or a file too large for what programs store.
    case foreign
    /// What the system refuses to read, with the number of its error.
    case unreadable(Int32)
  }

  package func read() -> Content {
    // Without waiting for a writer, should it be a named pipe.
    let file = FileIO.open(url.path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR: return .none
      case ENXIO: return .foreign
      default: return .unreadable(errno)
      }
    }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file) else { return .unreadable(errno) }
    if status.isFolder { return .unreadable(EISDIR) }
    guard status.isRegular, status.identity.size <= Self.largest else { return .foreign }
    var data = Data(count: status.identity.size)
    let (count, code) = data.withUnsafeMutableBytes { FileIO.read(into: $0, from: file) }
    guard code == 0 else { return .unreadable(code) }
    return count == 0 ? .none : .bytes(data.prefix(count))
  }

  /// Renames the file to `….damaged`, in the place of an older one of that name.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package func setAside() throws {
    let target = AtomicFile.followed(url.path)
    guard FileIO.rename(target, to: target + ".damaged") != 0, errno != ENOENT else { return }
    throw SystemError.writing(errno)
  }

  /// Replaces the file. Programs that read it see the old or the new bytes, after a crash of the machine too.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package func write(_ data: Data) throws {
    let file = try AtomicFile(target: url, kind: .settings)
    try file.write(data)
    _ = try file.commit()
  }

  /// Makes the file's folder, and keeps out other programs and threads that call this while `body` runs. Should one of
  /// them hang, it is waited for as long as `patience` says: the worst that can happen then is that what one of both
  /// wrote last is lost.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameter patience: In seconds.
  /// - Throws: ``PDFError`` with code `.cannotWrite` if there can be no folder, and what `body` throws.
  package func locked<Result>(
    patience: Double = 3, _ body: () throws -> Result
  ) throws -> Result {
    let folder = url.deletingLastPathComponent().path
    do {
      try FileIO.makePrivateFolder(folder)
    } catch {
      throw PDFError(
        .cannotWrite, "The folder cannot be made: check that its parent may be written to.", url: url,
        underlying: (error as NSError).localizedDescription)
    }
    // Without the lock after that time.
    let lock = try? FileLock.acquire(folder, for: .replacing, timeout: patience)
    return try withExtendedLifetime(lock, body)
  }
}
