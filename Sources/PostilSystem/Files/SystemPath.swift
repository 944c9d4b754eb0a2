package import Foundation

/// Paths as the system has them: bytes, which need not be UTF-8. A `String` has no such bytes; there each byte that is no part of UTF-8 is a
/// character of a private plane (U+10FE80 to U+10FEFF), which only the calls of the system make the byte again.
package enum SystemPath {
  private static let first: UInt32 = 0x10FE00
  private static let stands: ClosedRange<UInt32> = 0x10FE80...0x10FEFF

  /// A path of the system as a text. The characters that stand for bytes come out as the bytes that they are in UTF-8, so that each path
  /// is its own text.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !hasBytes(text) { return text }
    var rest = ArraySlice(Array(bytes))
    var scalars = String.UnicodeScalarView()
    while let byte = rest.first {
      let scalar = (1...4).lazy.compactMap { count -> Unicode.Scalar? in
        guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self),
          !hasBytes(text)
        else { return nil }
        return text.unicodeScalars.first
      }.first
      if let found = scalar ?? Unicode.Scalar(first + UInt32(byte)) { scalars.append(found) }
      rest = rest.dropFirst(scalar.map { UTF8.width($0) } ?? 1)
    }
    return String(scalars)
  }

  /// The bytes of a path.
  package static func bytes(_ text: String) -> [UInt8] {
    guard hasBytes(text) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      stands.contains(scalar.value)
        ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(UTF8.encode(scalar) ?? .init())
    }
  }

  /// Calls with the path for the system.
  package static func with<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) throws -> Result
  ) rethrows -> Result {
    guard hasBytes(text) else { return try text.withCString(body) }
    let path = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return try path.withUnsafeBufferPointer { buffer in
      // The array is never empty.
      guard let address = buffer.baseAddress else { return try "".withCString(body) }
      return try body(address)
    }
  }

  /// A path for people, in whose text such bytes are written as `\xFF`.
  package static func shown(_ text: String) -> String {
    guard hasBytes(text) else { return text }
    return text.unicodeScalars.map { scalar in
      stands.contains(scalar.value)
        ? "\\x" + String(scalar.value - first, radix: 16, uppercase: true) : String(scalar)
    }.joined()
  }

  private static func hasBytes(_ text: String) -> Bool {
    // The first byte of the plane in UTF-8.
    text.utf8.contains(0xF4) && text.unicodeScalars.contains { stands.contains($0.value) }
  }
}

extension URL {
  /// The same file by a path that Foundation reads: it has none of an address with bytes that are no UTF-8 (`file:///caf%E9.pdf`).
  package var withPath: URL {
    guard isFileURL, path.isEmpty else { return self }
    let encoded = Array(path(percentEncoded: true).utf8)
    var (bytes, index): ([UInt8], Int) = ([], 0)
    while index < encoded.count {
      let digits = encoded[(index + 1)...].prefix(2)
      if encoded[index] == UInt8(ascii: "%"), digits.count == 2,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(encoded[index])
        index += 1
      }
    }
    guard !bytes.isEmpty, !bytes.contains(0) else { return self }
    return URL(fileURLWithPath: SystemPath.text(bytes))
  }
}
