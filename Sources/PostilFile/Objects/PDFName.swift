/// A name, without its slash and unescaped. Bytes, because files have names that are not UTF-8.
///
/// Names of up to 15 bytes, which is nearly all of them, stand in the value itself: making, copying, comparing and
/// hashing them allocates nothing.
struct PDFName: Sendable, Hashable {
  private enum Storage: Hashable {
    /// The first eight bytes, and up to seven more with the count in the highest byte.
    case short(UInt64, UInt64)
    /// More than 15 bytes.
    case long([UInt8])
  }

  private let storage: Storage
  private static let longestShort = 15

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count <= Self.longestShort else {
      storage = .long(Array(bytes))
      return
    }
    var (low, high) = (UInt64(0), UInt64(bytes.count) << 56)
    for (index, byte) in bytes.enumerated() {
      if index < 8 { low |= UInt64(byte) << (8 * index) } else { high |= UInt64(byte) << (8 * (index - 8)) }
    }
    storage = .short(low, high)
  }

  init(bytes: [UInt8]) { self = bytes.withUnsafeBufferPointer { PDFName($0) } }

  /// Makes a name from what ``description`` says of one.
  init(_ text: String) {
    // The first byte of the characters that stand for bytes which are no UTF-8.
    if text.utf8.contains(0xF4) {
      self.init(
        bytes: text.unicodeScalars.flatMap { scalar in
          Self.strayBytes.contains(scalar.value)
            ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
        })
      return
    }
    var text = text
    self = text.withUTF8 { PDFName($0) }
  }

  /// Characters for private use that stand for the bytes 80 to FF of names that are no UTF-8, so that these come back.
  private static let strayBytes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

  /// The bytes of the name.
  var bytes: [UInt8] {
    switch storage {
    case .short(let low, let high):
      (0..<Int(high >> 56)).map {
        UInt8(truncatingIfNeeded: $0 < 8 ? low >> (8 * $0) : high >> (8 * ($0 - 8)))
      }
    case .long(let bytes): bytes
    }
  }
}

extension PDFName: ExpressibleByStringLiteral, CustomStringConvertible {
  init(stringLiteral text: StaticString) {
    self = text.withUTF8Buffer { PDFName($0) }
  }

  var description: String {
    let bytes = bytes
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let scalars = bytes.compactMap {
      Unicode.Scalar($0 < 0x80 ? UInt32($0) : Self.strayBytes.lowerBound - 0x80 + UInt32($0))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
