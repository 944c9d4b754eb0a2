package import Foundation
package import PostilModel

/// System calls on descriptors, repeated until all bytes are through.
package enum FileIO {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - flags: As of `open(2)`; `O_CLOEXEC` is always set.
  ///   - permissions: Of a file that is created.
  /// - Returns: The descriptor; -1 and `errno` on failure.
  package static func open(_ path: String, _ flags: Int32, permissions: mode_t = 0) -> Int32 {
    systemOpen(path, flags | O_CLOEXEC, permissions)
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``PDFError`` as ``SystemError/writing(_:)``; some of the bytes may have been written then.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    if let code = writeCode(bytes, to: descriptor) { throw SystemError.writing(code) }
  }

  private static func writeCode(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
      let count = systemWrite(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count < 0, errno == EINTR { continue }
      // A file that takes nothing and names no reason would be tried for ever.
      guard count > 0 else { return count == 0 ? EIO : errno }
      done += count
    }
    return nil
  }

  /// Writes all bytes.
  ///
  /// - Returns: The system's number of what went wrong; `nil` if nothing did.
  package static func writeCode(_ bytes: some ContiguousBytes, to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { writeCode($0, to: descriptor) }
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``PDFError`` as ``SystemError/writing(_:)``; some of the bytes may have been written then.
  package static func write(_ bytes: some ContiguousBytes, to descriptor: Int32) throws {
    try bytes.withUnsafeBytes { try write($0, to: descriptor) }
  }

  /// Reads until a buffer is full or the file ends.
  ///
  /// - Parameter offset: Where in the file to begin; `nil`: where its descriptor stands.
  /// - Returns: How many bytes were read, and the system's number of what went wrong, 0 if nothing did.
  package static func read(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int? = nil
  ) -> (count: Int, code: Int32) {
    var done = 0
    while done < buffer.count {
      let start = buffer.baseAddress?.advanced(by: done)
      let count =
        if let offset {
          pread(descriptor, start, buffer.count - done, off_t(offset + done))
        } else {
          systemRead(descriptor, start, buffer.count - done)
        }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return (done, errno) }
      if count == 0 { break }
      done += count
    }
    return (done, 0)
  }

  /// The bytes of a file.
  ///
  /// - Parameter limit: The most that it may have; of a larger one no more is read.
  /// - Throws: ``PDFError`` about the file, as ``SystemError/reading(_:)``; with code `.cannotRead` if it is larger.
  package static func contents(of url: URL, upTo limit: Int = .max) throws(PDFError) -> Data {
    guard url.isFileURL else {
      throw PDFError(.cannotRead, "Only files on this machine can be read.", url: url)
    }
    // Without waiting for who writes, should it be a named pipe that nobody does.
    let descriptor = open(url.withPath.path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError.reading(errno).about(url) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_RDONLY)
    do { return try readToEnd(of: descriptor, upTo: limit) } catch { throw error.about(url) }
  }

  /// Reads what is left of a file or a pipe.
  ///
  /// - Throws: ``PDFError`` as ``SystemError/reading(_:)``; with code `.cannotRead` if it is more than `limit`.
  package static func readToEnd(of descriptor: Int32, upTo limit: Int = .max) throws(PDFError) -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let (count, code) = chunk.withUnsafeMutableBytes { read(into: $0, from: descriptor) }
      guard code == 0 else { throw SystemError.reading(code) }
      guard count <= limit - data.count else {
        throw PDFError(
          .cannotRead, "The file is larger than \(limit >> 20) MB: divide it, or make it smaller.")
      }
      data.append(contentsOf: chunk[..<count])
      if count < chunk.count { return data }
    }
  }

  /// Gives a file another name.
  ///
  /// - Returns: 0, or the system's number of what went wrong.
  package static func link(_ path: String, _ name: String) -> Int32 {
    systemLink(path, name) == 0 ? 0 : errno
  }

  /// Puts a file in the place of another one.
  ///
  /// - Returns: 0; -1 and `errno` on failure.
  package static func rename(_ path: String, to name: String) -> Int32 { systemRename(path, name) }

  /// Makes a folder that only its owner may look into, and those above it.
  ///
  /// - Throws: ``PDFError`` as ``SystemError/writing(_:)``.
  package static func makePrivateFolder(_ path: String) throws(PDFError) {
    try makeFolder(path, permissions: 0o700)
  }

  /// Makes a folder, and those above it, where they are missing.
  ///
  /// - Throws: ``PDFError`` as ``SystemError/writing(_:)``.
  package static func makeFolder(_ path: String, permissions: mode_t = 0o777) throws(PDFError) {
    var missing: [String] = []
    var folder = path
    // The root is there.
    while !folder.isEmpty, FileStatus(path: folder) == nil {
      missing.append(folder)
      let above = (folder as NSString).deletingLastPathComponent
      guard above != folder else { break }
      folder = above
    }
    for folder in missing.reversed() {
      guard SystemPath.with(folder, { mkdir($0, permissions) }) != 0 else { continue }
      // Another program may make it at the same time.
      guard errno == EEXIST else { throw SystemError.writing(errno) }
    }
    guard FileStatus(path: path)?.isFolder == true else { throw SystemError.writing(ENOTDIR) }
  }
}

// The system's functions by names that the methods above do not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  SystemPath.with(path) { open($0, flags, mode) }
}
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
private func systemLink(_ path: String, _ name: String) -> Int32 {
  SystemPath.with(path) { path in SystemPath.with(name) { link(path, $0) } }
}
private func systemRename(_ path: String, _ name: String) -> Int32 {
  SystemPath.with(path) { path in SystemPath.with(name) { rename(path, $0) } }
}
