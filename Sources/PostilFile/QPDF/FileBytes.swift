import Foundation
import PostilModel
import PostilSystem

/// The bytes of a file as they were when it was opened: read into memory or mapped. They stay
/// there when the file is renamed over or appended to. What was read never changes; what is mapped does if another program
/// writes over it in place.
final class FileBytes: @unchecked Sendable {
  let pointer: UnsafeRawBufferPointer
  /// What the file was when it was opened; `nil` for a document that came from memory.
  let identity: FileIdentity?
  /// Open for as long as the bytes may be copied in the kernel; -1 if they are only in memory.
  let descriptor: Int32
  let isMapped: Bool
  /// Whose bytes these are the beginning of; `nil` if they are its own.
  private let owner: FileBytes?

  private static let automaticMappingSize = 64 << 20

  /// A copy of bytes in memory.
  init(data: Data) throws {
    guard !data.isEmpty else { throw PDFError(.notPDF, "There are no bytes: this is not a PDF document.") }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
    data.withUnsafeBytes { copy.copyMemory(from: $0) }
    pointer = UnsafeRawBufferPointer(copy)
    identity = nil
    descriptor = -1
    isMapped = false
    owner = nil
  }

  /// The first bytes of others, which are not copied: a file as it was before updates were appended to it.
  init(first count: Int, of other: FileBytes) {
    pointer = UnsafeRawBufferPointer(rebasing: other.pointer.prefix(max(0, count)))
    identity = nil
    descriptor = -1
    isMapped = false
    owner = other
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - length: How many of its bytes are taken, from the start, as a document of no file; `nil`: all.
  ///   - monitor: Told how much is read.
  init(url: URL, access: OpenOptions.Access, length: Int? = nil, monitor: WorkMonitor = .none) throws {
    let (opened, identity) = try Self.open(url)
    descriptor = opened
    owner = nil
    self.identity = length == nil ? identity : nil
    let size = min(length ?? identity.size, identity.size)
    isMapped = access == .mapped || (access == .automatic && size > Self.automaticMappingSize)
    do {
      guard size > 0 else { throw PDFError(.notPDF, "There are no bytes: this is not a PDF document.") }
      pointer = isMapped ? try Self.map(opened, size) : try Self.read(opened, size, monitor)
    } catch {
      close(opened)
      throw error
    }
  }

  deinit {
    guard owner == nil else { return }
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: pointer.baseAddress), pointer.count)
    } else {
      pointer.deallocate()
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether the file that they were read from is still as it was, as far as the file system tells.
  var isUnchanged: Bool {
    identity != nil && FileIdentity(descriptor: descriptor) == identity
  }

  private static func open(_ url: URL) throws -> (Int32, FileIdentity) {
    guard url.isFileURL else { throw PDFError(.cannotRead, "Only files on this machine can be opened.") }
    // Without waiting for a writer, should it be a named pipe.
    let descriptor = FileIO.open(url.withPath.path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError.reading(errno) }
    guard let status = FileStatus(descriptor: descriptor), status.isRegular else {
      close(descriptor)
      throw PDFError(.cannotRead, "It is a folder or a device, not a file: give the path of a PDF file.")
    }
    guard status.identity.size > 0 else {
      close(descriptor)
      throw PDFError(.notPDF, "The file is empty: it is not a PDF document.")
    }
    return (descriptor, status.identity)
  }

  /// Memory for a file; for a large one in large pages, which take a fraction of the time to set up.
  private static func buffer(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let largePage = 2 << 20
    guard size >= 2 * largePage else { return .allocate(byteCount: size, alignment: 16) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: largePage)
    madvise(buffer.baseAddress, size, MADV_HUGEPAGE)
    return buffer
  }

  private static func map(_ descriptor: Int32, _ size: Int) throws -> UnsafeRawBufferPointer {
    let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw SystemError.reading(errno) }
    return UnsafeRawBufferPointer(start: address, count: size)
  }

  private static func read(
    _ descriptor: Int32, _ size: Int, _ monitor: WorkMonitor
  ) throws -> UnsafeRawBufferPointer {
    let buffer = Self.buffer(size)
    do {
      for start in stride(from: 0, to: size, by: chunk) {
        try monitor.advance(to: Double(start) / Double(size))
        let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<min(start + chunk, size)])
        let (count, code) = FileIO.read(into: piece, from: descriptor, at: start)
        guard code == 0 else { throw SystemError.reading(code) }
        guard count == piece.count else {
          throw PDFError(.fileChanged, "The file became shorter while it was read: try again.")
        }
      }
    } catch {
      buffer.deallocate()
      throw error
    }
    return UnsafeRawBufferPointer(buffer)
  }

  /// How much is read between two looks at whether opening was cancelled, in bytes.
  private static let chunk = 16 << 20
}
