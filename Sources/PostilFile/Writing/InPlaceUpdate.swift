import Foundation
import PostilModel
import PostilSystem

/// Appending to a file in place.
enum InPlaceUpdate {
  /// Appends bytes to a file, under its lock. If anything fails, the file is cut back to its old length.
  ///
  /// - Parameter synchronize: What brings the bytes to the disk; `nil` does not wait for that.
  /// - Throws: ``PDFError`` with code `.fileChanged` if it is not the expected one any more, or `.fileBusy`.
  static func append(
    _ bytes: [UInt8], to url: URL, expecting identity: FileIdentity, synchronize: DiskSync?
  ) throws -> FileIdentity {
    guard let lock = try FileLock.acquire(url.path, for: .appending), lock.identity == identity else {
      throw PDFError.changedOnDisk
    }
    let descriptor = lock.descriptor
    do {
      try FileIO.write(bytes, to: descriptor)
      if let synchronize, synchronize(descriptor) != 0 { throw SystemError.writing(errno) }
      try check(bytes, at: identity.size, in: descriptor)
    } catch {
      ftruncate(descriptor, off_t(identity.size))
      fsync(descriptor)
      throw error
    }
    guard let identity = FileIdentity(descriptor: descriptor) else { throw SystemError.writing(errno) }
    return identity
  }

  /// Reads back what was written.
  private static func check(_ bytes: [UInt8], at offset: Int, in descriptor: Int32) throws {
    var back = [UInt8](repeating: 0, count: bytes.count)
    let (count, _) = back.withUnsafeMutableBytes { FileIO.read(into: $0, from: descriptor, at: offset) }
    guard count == bytes.count, back == bytes else {
      throw PDFError(.cannotWrite, "What was written cannot be read back: save to another disk.")
    }
  }
}
