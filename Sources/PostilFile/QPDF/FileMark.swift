import Foundation
import PostilSystem

/// What tells whether a file is what it was at a moment, also where another program copied it: its length, and a digest of
/// its last bytes, in which every update of a PDF file differs.
package struct FileMark: Sendable, Hashable, Codable {
  /// In bytes.
  package let length: Int
  /// How many of the last bytes the digest is of.
  private let endLength: Int
  /// SHA-256.
  private let digest: [UInt8]

  private static let largestEnd = 64 << 10

  /// - Parameters:
  ///   - length: The file's length in bytes.
  ///   - end: Some of its last bytes.
  package init(length: Int, end: [UInt8]) {
    let end = end.suffix(Self.largestEnd)
    self.length = length
    endLength = end.count
    digest = Digest.sha256(Array(end))
  }

  /// The mark of bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    self.init(length: bytes.count, end: Array(bytes.suffix(Self.largestEnd)))
  }

  /// The mark of a file as it is now; `nil` if it cannot be read.
  package init?(path: String) {
    let file = FileIO.open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let size = FileStatus(descriptor: file)?.identity.size,
      let end = Self.bytes(of: file, in: max(0, size - Self.largestEnd)..<size)
    else { return nil }
    self.init(length: size, end: end)
  }

  /// Whether a file begins with what it is the mark of.
  ///
  /// - Parameter exactly: Whether the file may not go on after that.
  package func isMark(ofFileAt path: String, exactly: Bool) -> Bool {
    guard length >= endLength, endLength >= 0 else { return false }
    let file = FileIO.open(path, O_RDONLY | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard let status = FileStatus(descriptor: file), status.isRegular,
      exactly ? status.identity.size == length : status.identity.size >= length,
      let end = Self.bytes(of: file, in: length - endLength..<length)
    else { return false }
    return Digest.sha256(end) == digest
  }

  private static func bytes(of file: Int32, in range: Range<Int>) -> [UInt8]? {
    guard range.count <= largestEnd else { return nil }
    var bytes = [UInt8](repeating: 0, count: range.count)
    let (count, code) = bytes.withUnsafeMutableBytes {
      FileIO.read(into: $0, from: file, at: range.lowerBound)
    }
    return code == 0 && count == bytes.count ? bytes : nil
  }
}
