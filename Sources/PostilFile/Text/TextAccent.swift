import Foundation
import PostilModel

/// Accents that are painted apart from their letters, and letters that stand for several.
enum TextAccent {
  /// The combining character that a sign is when it stands over, under or across a letter; `nil` if it is no accent.
  static func combining(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.value >= 0x5E else { return nil }
    if let known = spacing[scalar] { return known }
    guard scalar.value >= 0x300 else { return nil }
    return scalar.properties.generalCategory == .nonspacingMark ? scalar : nil
  }

  /// The combining twins of accents that have a width of their own.
  private static let spacing: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{60}": "\u{300}", "\u{B4}": "\u{301}", "\u{5E}": "\u{302}", "\u{2C6}": "\u{302}", "\u{7E}": "\u{303}",
    "\u{2DC}": "\u{303}", "\u{AF}": "\u{304}", "\u{2C9}": "\u{304}", "\u{2D8}": "\u{306}",
    "\u{2D9}": "\u{307}", "\u{A8}": "\u{308}", "\u{2DA}": "\u{30A}", "\u{2DD}": "\u{30B}",
    "\u{2C7}": "\u{30C}", "\u{B8}": "\u{327}", "\u{2DB}": "\u{328}",
  ]

  /// A letter with an accent, as one character where there is one.
  static func compose(_ letter: Unicode.Scalar, _ accent: Unicode.Scalar) -> [Unicode.Scalar] {
    // A dotless letter takes its accent instead of the dot.
    let base: Unicode.Scalar = letter == "\u{131}" ? "i" : letter == "\u{237}" ? "j" : letter
    return Array((String(base) + String(accent)).precomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The characters that a ligature or the form of a letter at its place in a word stands for; `nil` for all others.
  static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    switch scalar.value {
    case 0xFB00...0xFB06, 0xFB13...0xFB17, 0xFB1D...0xFDFB, 0xFE70...0xFEFC:
      var plain = String(scalar).precomposedStringWithCompatibilityMapping
      // Marks by themselves are given a space to stand on.
      if plain.unicodeScalars.count > 1, plain.unicodeScalars.first == " " {
        plain.unicodeScalars.removeFirst()
      }
      // What the compatibility mapping leaves stays.
      return plain.unicodeScalars.elementsEqual(CollectionOfOne(scalar)) ? nil : Array(plain.unicodeScalars)
    default: return nil
    }
  }
}
