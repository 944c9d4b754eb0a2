import Foundation
import PostilModel

/// The texts that bytes may be, by their encoding.
struct TextEncodings {
  /// The texts, the likeliest first. None is there twice.
  private(set) var texts: [String] = []

  private static func areMarked(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
      || bytes.starts(with: [0xEF, 0xBB, 0xBF])
  }

  /// Whether bytes without a mark may be UTF-16: half of that are zeros in most scripts.
  private static func areWide(_ bytes: [UInt8]) -> Bool {
    bytes.reduce(0) { $0 + ($1 == 0 ? 1 : 0) } * 4 > bytes.count
  }

  /// Texts in ASCII that a search may be tried on, to see quickly that none of these texts has what is looked for: the bytes as they
  /// are, and each of them that is UTF-16 as ``SearchNeedle/asciiBytes(of:keepsOthers:)`` has it; `nil` if that cannot be told so.
  ///
  /// - Parameter keepsOthers: Whether what is looked for has letters beyond ASCII.
  /// - Complexity: O(bytes).
  static func asciiForms(of bytes: [UInt8], keepsOthers: Bool) -> [[UInt8]]? {
    // In UTF-8 there may be escapes that say a language.
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
    var wide: [[UInt16]] = []
    if areMarked(bytes) { wide.append(TextString.units(bytes[2...], isBigEndian: bytes[0] == 0xFE)) }
    if areWide(bytes) {
      for start in 0...min(1, bytes.count - 1) {
        wide.append(TextString.units(bytes[start...], isBigEndian: true))
        wide.append(TextString.units(bytes[start...], isBigEndian: false))
      }
    }
    return [bytes] + wide.map { SearchNeedle.asciiBytes(of: $0, keepsOthers: keepsOthers) }
  }

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let isMarked = Self.areMarked(bytes)
    let isPlain = bytes.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x1B }
    guard isMarked || !isPlain else {
      texts = [TextString.decode(bytes)]
      return
    }
    if !isMarked {
      if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { add(text) }
    }
    add(TextString.decode(bytes))
    if Self.areWide(bytes) {
      for start in 0...min(1, bytes.count - 1) {
        for isBigEndian in [true, false] {
          add(String(decoding: TextString.units(bytes[start...], isBigEndian: isBigEndian), as: UTF16.self))
        }
      }
    }
    add(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    if bytes.contains(where: { $0 > 0x7F }) {
      add(String(decoding: bytes, as: UTF8.self))
      if bytes.contains(where: { (0x80..<0xA0).contains($0) }),
        let text = String(data: Data(bytes), encoding: .windowsCP1252)
      {
        add(text)
      }
    }
  }

  private mutating func add(_ text: String) {
    if !texts.contains(where: { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }) { texts.append(text) }
  }
}
