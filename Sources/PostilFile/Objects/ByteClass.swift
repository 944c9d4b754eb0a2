/// The classes of characters in PDF syntax (ISO 32000-2, 7.2.3), as masks of 128 bits.
enum ByteClass {
  /// NUL, tab, line feed, vertical tab, form feed, carriage return and space. The vertical tab is none of the
  /// standard's, but libqpdf takes it for one.
  private static let space: UInt64 = 1 << 0 | 0b11111 << 9 | 1 << 32
  /// `%`, `(`, `)` and `/`.
  private static let lowDelimiters: UInt64 =
    1 << 0x25 | 1 << 0x28 | 1 << 0x29 | 1 << 0x2F | 1 << 0x3C | 1 << 0x3E
  /// `[`, `]`, `{` and `}`, counted from 64.
  private static let highDelimiters: UInt64 = 1 << 0x1B | 1 << 0x1D | 1 << 0x3B | 1 << 0x3D

  @inline(__always) static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 32 && space >> UInt64(byte) & 1 != 0
  }

  /// Whether a byte ends a name, a number or a keyword: white space or a delimiter.
  @inline(__always) static func endsToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: (space | lowDelimiters) >> UInt64(byte) & 1 != 0
    case 64..<128: highDelimiters >> UInt64(byte - 64) & 1 != 0
    default: false
    }
  }

  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// The value of a hexadecimal digit.
  @inline(__always) static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// The hexadecimal digit of a value from 0 to 15, in upper case.
  @inline(__always) static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? value + 48 : value + 55 }
}
