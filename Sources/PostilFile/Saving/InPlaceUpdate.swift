import Foundation
import PostilModel
import PostilSystem

/// Appending to a file in place.
enum InPlaceUpdate {
  /// Appends bytes to a file. If anything fails, the file is cut back to its old length.
  static func append(_ bytes: [UInt8], to url: URL, expecting identity: FileIdentity) throws -> FileIdentity {
    let descriptor = FileIO.open(url.path, O_RDWR | O_APPEND)
    guard descriptor >= 0 else { throw SystemError.writing(errno) }
    defer { close(descriptor) }
    guard FileIdentity(descriptor: descriptor) == identity else { throw PDFError.changedOnDisk }
    do {
      try FileIO.write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw SystemError.writing(errno) }
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

extension PDFError {
  static let changedOnDisk = PDFError(
    .fileChanged,
    "Another program changed the file since it was opened: save under another name, or open it again.")
}
