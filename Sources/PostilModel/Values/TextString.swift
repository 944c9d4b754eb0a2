import Foundation

/// Text strings: PDFDocEncoding, UTF-16BE with a byte order mark, or UTF-8 with one
/// (ISO 32000-2, 7.9.2.2).
package enum TextString {
  package static func decode(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      return String(decoding: units(bytes[2...], isBigEndian: bytes[0] == 0xFE), as: UTF16.self)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      let text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
      let scalars = withoutLanguages(text.unicodeScalars.map(\.value))
      return String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }
    return String(String.UnicodeScalarView(bytes.map(scalar)))
  }

  package static func encode(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      return Array(text.utf8)
    }
    return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  /// The code units of UTF-16 that bytes are, without escapes that say a language.
  ///
  /// - Complexity: O(bytes).
  package static func units(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt16] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return withoutLanguages(units)
  }

  /// Whether a character is a letter of a language's code, or two of them, which stand in one unit of UTF-16.
  private static func isOfLanguage(_ value: some FixedWidthInteger) -> Bool {
    func isLetter(_ value: some FixedWidthInteger) -> Bool {
      (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value)
    }
    return value == 0x2D || isLetter(value) || isLetter(value >> 8) && isLetter(value & 0xFF)
  }

  /// How long what stands between two escapes may be to say a language: "en", "enUS", "en-US".
  private static let longestLanguage = 5

  /// The characters or units of a text without the escapes that say what language the rest of it is in (7.9.2.2.2): they are no part
  /// of it.
  private static func withoutLanguages<Unit: FixedWidthInteger>(_ text: [Unit]) -> [Unit] {
    let escape: Unit = 0x1B
    guard text.contains(escape) else { return text }
    var rest = text[...]
    var result: [Unit] = []
    while let start = rest.firstIndex(of: escape) {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      let language = rest.prefix(longestLanguage).prefix { isOfLanguage($0) }
      if language.endIndex < rest.endIndex, rest[language.endIndex] == escape {
        rest = rest[language.endIndex...].dropFirst()
      }
    }
    return result + rest
  }

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    pdfDocEncoding[byte] ?? Unicode.Scalar(byte)
  }

  /// Where PDFDocEncoding differs from Latin-1 (ISO 32000-2, annex D.2).
  private static let pdfDocEncoding: [UInt8: Unicode.Scalar] = [
    0x18: "\u{02D8}", 0x19: "\u{02C7}", 0x1A: "\u{02C6}", 0x1B: "\u{02D9}", 0x1C: "\u{02DD}",
    0x1D: "\u{02DB}", 0x1E: "\u{02DA}", 0x1F: "\u{02DC}", 0x80: "\u{2022}", 0x81: "\u{2020}",
    0x82: "\u{2021}", 0x83: "\u{2026}", 0x84: "\u{2014}", 0x85: "\u{2013}", 0x86: "\u{0192}",
    0x87: "\u{2044}", 0x88: "\u{2039}", 0x89: "\u{203A}", 0x8A: "\u{2212}", 0x8B: "\u{2030}",
    0x8C: "\u{201E}", 0x8D: "\u{201C}", 0x8E: "\u{201D}", 0x8F: "\u{2018}", 0x90: "\u{2019}",
    0x91: "\u{201A}", 0x92: "\u{2122}", 0x93: "\u{FB01}", 0x94: "\u{FB02}", 0x95: "\u{0141}",
    0x96: "\u{0152}", 0x97: "\u{0160}", 0x98: "\u{0178}", 0x99: "\u{017D}", 0x9A: "\u{0131}",
    0x9B: "\u{0142}", 0x9C: "\u{0153}", 0x9D: "\u{0161}", 0x9E: "\u{017E}", 0xA0: "\u{20AC}",
  ]
}
