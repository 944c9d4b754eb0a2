import CPostilZlib
package import Foundation
import PostilModel
import PostilSystem

/// A file of checksummed records that is only ever appended to. What was appended outlives the program; a record that was cut
/// off, by a crash of the machine or a full disk, ends what is read.
///
/// A record is its length, the CRC-32 of the rest, a byte for its kind, and its bytes; numbers have four bytes, the lowest
/// first. The file is locked (`flock`) while it is in use.
package final class JournalFile {
  /// One record.
  package struct Record: Sendable, Hashable {
    package let kind: UInt8
    package let bytes: [UInt8]

    package init(kind: UInt8, bytes: [UInt8]) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// What is read of a file.
  package struct Content: Sendable {
    package let records: [Record]
    /// How many bytes they take: what comes after them is no record.
    let length: Int
    /// Whether something comes after them.
    package let isCutOff: Bool
    package let modified: Date
  }

  package let url: URL
  private let descriptor: Int32
  /// How long the file is, as far as it holds whole records.
  private var length: Int

  private static let start = Array("PostilJournal1\n".utf8)
  private static let headSize = 9

  private init(_ url: URL, _ descriptor: Int32, length: Int) {
    self.url = url
    self.descriptor = descriptor
    self.length = length
  }

  deinit { close(descriptor) }

  /// Makes a file for its owner alone, and locks it.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package static func create(at url: URL) throws -> JournalFile { try create(at: url) { flock($0, LOCK_EX) } }

  /// - Parameter lock: Locks a descriptor as `flock` does. It waits: a listing of journals holds the lock of a new one for a
  ///   moment.
  static func create(at url: URL, locking lock: (Int32) -> Int32) throws -> JournalFile {
    do {
      try FileIO.makePrivateFolder(url.deletingLastPathComponent().path)
    } catch {
      throw PDFError(
        .cannotWrite, "The folder of the journal cannot be made: check that its parent may be written to.",
        url: url, underlying: (error as NSError).localizedDescription)
    }
    let descriptor = FileIO.open(url.path, O_CREAT | O_EXCL | O_RDWR | O_APPEND, permissions: 0o600)
    guard descriptor >= 0 else { throw SystemError.writing(errno) }
    let file = JournalFile(url, descriptor, length: 0)
    var isLocked = lock(descriptor) == 0
    while !isLocked, errno == EINTR { isLocked = lock(descriptor) == 0 }
    guard isLocked else {
      let reason = SystemError.text(errno)
      file.remove()
      // Another program would take the document for one that is not open, and make or remove its edits.
      throw PDFError(
        .cannotWrite,
        "The journal cannot be locked: choose a folder on a file system with locks for journals.",
        url: url, underlying: reason)
    }
    try file.write(start)
    return file
  }

  /// Opens and locks a file to go on with it. What is behind its last whole record is cut off.
  ///
  /// - Parameter waits: Whether a lock that others hold for a moment is waited for.
  /// - Throws: ``PDFError`` with code `.fileBusy` if another program or document has it open, or as ``read(_:)``.
  package static func resume(_ url: URL, waits: Bool = true) throws -> (file: JournalFile, content: Content) {
    let descriptor = FileIO.open(url.path, O_RDWR | O_APPEND)
    guard descriptor >= 0 else { throw SystemError.reading(errno) }
    let file = JournalFile(url, descriptor, length: 0)
    guard lock(descriptor, attempts: waits ? 20 : 1) else {
      throw PDFError(
        .fileBusy, "The document is open in another program, which goes on with its edits.", url: url)
    }
    let content = try read(descriptor, url)
    file.length = content.length
    if content.isCutOff { ftruncate(descriptor, off_t(content.length)) }
    return (file, content)
  }

  /// Locks a file that no program has open. Others that only look at it hold its lock for a moment: it is tried again every
  /// 10 ms.
  private static func lock(_ descriptor: Int32, attempts: Int) -> Bool {
    for attempt in 0..<attempts {
      if attempt > 0 { usleep(10_000) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    }
    return false
  }

  /// Reads a file without touching its lock.
  ///
  /// - Throws: As ``read(_:)``.
  package static func content(of url: URL) throws -> Content {
    try withDescriptor(of: url) { try read($0, url) }
  }

  /// Reads a file without keeping its lock.
  ///
  /// - Throws: ``PDFError`` with code `.cannotRead`, or `.damaged` if it is no journal.
  package static func read(_ url: URL) throws -> (content: Content, isInUse: Bool) {
    try withDescriptor(of: url) { descriptor in
      let isFree = flock(descriptor, LOCK_SH | LOCK_NB) == 0
      if isFree { flock(descriptor, LOCK_UN) }
      return (try read(descriptor, url), !isFree)
    }
  }

  private static func withDescriptor<Result>(of url: URL, _ body: (Int32) throws -> Result) throws -> Result {
    let descriptor = FileIO.open(url.path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError.reading(errno) }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private static func read(_ descriptor: Int32, _ url: URL) throws -> Content {
    guard let status = FileStatus(descriptor: descriptor), status.isRegular else {
      throw PDFError(.damaged, "This is no journal of edits.", url: url)
    }
    let bytes = [UInt8](try FileIO.readToEnd(of: descriptor))
    let (records, length) = records(in: bytes[...])
    guard let length else { throw PDFError(.damaged, "This is no journal of edits.", url: url) }
    return Content(
      records: records, length: length, isCutOff: length < bytes.count, modified: status.modified)
  }

  /// The whole records of a file's bytes, and their length; `nil` for bytes of another kind of file.
  static func records(in bytes: ArraySlice<UInt8>) -> (records: [Record], length: Int?) {
    guard bytes.starts(with: start) else { return ([], nil) }
    var records: [Record] = []
    var position = bytes.startIndex + start.count
    while bytes.endIndex - position >= headSize {
      let count = Int(number(bytes, at: position))
      let body = position + headSize - 1
      guard count >= 1, count <= bytes.endIndex - body else { break }
      let record = bytes[body..<body + count]
      guard checksum(record) == number(bytes, at: position + 4) else { break }
      records.append(Record(kind: record[body], bytes: Array(record.dropFirst())))
      position = body + count
    }
    return (records, position - bytes.startIndex)
  }

  // MARK: - Writing

  /// Appends records with one write. If that fails, none of them is in the file.
  ///
  /// - Throws: ``PDFError`` with code `.cannotWrite` or `.diskFull`.
  package func append(_ records: [Record]) throws {
    var bytes: [UInt8] = []
    for record in records {
      let body = [record.kind] + record.bytes
      guard let count = UInt32(exactly: body.count) else {
        throw PDFError(.cannotWrite, "An edit is too large for the journal.", url: url)
      }
      for number in [count, Self.checksum(body[...])] {
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
      }
      bytes += body
    }
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws {
    do {
      try FileIO.write(bytes, to: descriptor)
      length += bytes.count
    } catch {
      ftruncate(descriptor, off_t(length))
      throw error
    }
  }

  /// Another descriptor of the file, through which what was appended can be brought to the disk while more is appended; -1 if
  /// there can be none. The caller closes it.
  package func duplicateDescriptor() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  /// Removes the file.
  package func remove() { unlink(url.path) }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at position: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
  }
}
