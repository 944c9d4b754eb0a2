import CPostilSystem
import Foundation
import PostilModel

/// A file without a name, for what need not be in memory: nobody else can open it, and it is gone with this object or
/// with the program.
package final class SpillFile: Sendable {
  private let descriptor: Int32

  /// Makes one in the folder for large temporary files; `nil` if that is not possible.
  package init?() {
    let folders = [getenv("TMPDIR").map { String(cString: $0) }, "/var/tmp", "/tmp"]
    let descriptors = folders.lazy.compactMap(\.self).map(Self.open)
    guard let descriptor = descriptors.first(where: { $0 >= 0 }) else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func open(in folder: String) -> Int32 {
    let unnamed = postil_open_unnamed(folder, 0o600)
    if unnamed >= 0 { return unnamed }
    let name = "\(folder)/postil-\(UUID().uuidString)"
    let descriptor = FileIO.open(name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, permissions: 0o600)
    if descriptor >= 0 { unlink(name) }
    return descriptor
  }

  /// Writes bytes at an offset.
  ///
  /// - Returns: Whether all are there.
  package func write(_ bytes: [UInt8], at offset: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  /// The bytes of a range that was written.
  ///
  /// - Throws: ``PDFError`` with code `.cannotRead`.
  package func read(_ range: Range<Int>) throws -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      (count, code) = FileIO.read(
        into: UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: range.lowerBound)
    }
    guard bytes.count == range.count else { throw SystemError.reading(code == 0 ? EIO : code) }
    return bytes
  }
}
