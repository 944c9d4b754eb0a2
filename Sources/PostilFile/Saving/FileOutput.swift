import Foundation
import PostilModel

/// Writing to a descriptor, wholly or with an error.
enum FileOutput {
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError.writing(errno) }
      done += count
    }
  }

  /// Appends to a file in place. If anything fails, the file is cut back to its old length.
  static func append(_ bytes: [UInt8], to url: URL, expecting identity: FileIdentity) throws -> FileIdentity {
    let descriptor = open(url.path, O_RDWR | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.writing(errno) }
    defer { close(descriptor) }
    guard let now = FileIdentity(descriptor: descriptor), now.isUnchanged(identity) else {
      throw PDFError.changedOnDisk
    }
    do {
      try bytes.withUnsafeBytes { try write($0, to: descriptor) }
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
    let count = pread(descriptor, &back, back.count, off_t(offset))
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
