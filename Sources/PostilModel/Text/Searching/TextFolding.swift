import Foundation

/// Makes characters comparable: what counts as the same in a search is the same afterwards.
struct TextFolding {
  private let ignoresCase: Bool
  private let ignoresDiacritics: Bool
  /// What characters beyond ASCII become; a page repeats a few of them.
  private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]

  init(_ options: SearchOptions) {
    ignoresCase = options.contains(.ignoringCase)
    ignoresDiacritics = options.contains(.ignoringDiacritics)
  }

  /// Calls `body` with what a character becomes: one, several, or nothing.
  mutating func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    if scalar.value < 0x80 {
      let isCapital = ignoresCase && (0x41...0x5A).contains(scalar.value)
      body(isCapital ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar)
    } else {
      for folded in folded(scalar) { body(folded) }
    }
  }

  private mutating func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let known = known[scalar] { return known }
    let result = Self.fold(scalar, ignoresCase: ignoresCase, ignoresDiacritics: ignoresDiacritics)
    known[scalar] = result
    return result
  }

  private static func fold(_ scalar: Unicode.Scalar, ignoresCase: Bool, ignoresDiacritics: Bool)
    -> [Unicode.Scalar]
  {
    if scalar.isInvisible { return [] }
    var text = plain[scalar].map { String($0) } ?? String(scalar)
    if scalar.standsForOthers { text = text.decomposedStringWithCompatibilityMapping }
    // Upwards first: "ß" becomes "SS", and both forms of the Greek sigma one.
    if ignoresCase { text = text.uppercased().lowercased() }
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars
    guard ignoresDiacritics else { return Array(scalars) }
    return scalars.filter { !$0.isDiacritic }.map { unaccented[$0] ?? $0 }
  }

  /// Whether a character beyond ASCII may become letters or digits of ASCII, whatever the options.
  static func mayBecomeASCII(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xC0...0x24F, 0x1E00...0x1EFF, 0x2100...0x217F, 0x3200...0x33FF, 0xFB00...0xFB06, 0xFF01...0xFF5E,
      0x1D400...0x1D7FF:
      true
    default: false
    }
  }

  /// Characters that keyboards lack, and what is typed instead.
  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2018}": "'", "\u{2019}": "'", "\u{201A}": "'", "\u{201B}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
    "\u{201E}": "\"", "\u{201F}": "\"", "\u{2010}": "-", "\u{2011}": "-", "\u{2212}": "-",
  ]

  /// Letters with strokes through them, which Unicode does not take apart.
  private static let unaccented: [Unicode.Scalar: Unicode.Scalar] = [
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T",
    "ı": "i",
  ]
}

extension Unicode.Scalar {
  /// Whether it is another way to write other characters (Unicode's NFKC): ligatures, letters of formulas, full-width and vertical forms,
  /// the dots of an ellipsis, radicals, signs of several letters. Superscripts, fractions and what is in circles are not: "x²" is not "x2".
  fileprivate var standsForOthers: Bool {
    switch value {
    case 0x132, 0x133, 0x13F, 0x140, 0x149, 0x17F, 0x1C4...0x1CC, 0x1F1...0x1F3, 0x2024...0x2026,
      0x2100...0x214F, 0x2160...0x217F, 0x2E9F, 0x2EF3, 0x2F00...0x2FD5, 0x3131...0x318E, 0x3200...0x3247,
      0x3260...0x327E, 0x3280...0x32B0, 0x32C0...0x33FF, 0x1D400...0x1D7FF, 0x1EE00...0x1EEFF,
      0xFB00...0xFDFF, 0xFE30...0xFE4F, 0xFE50...0xFE6B, 0xFE70...0xFEFC, 0xFF01...0xFFEE:
      true
    default: false
    }
  }
}
