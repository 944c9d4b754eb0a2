extension Unicode.Scalar {
  package static let softHyphen: Unicode.Scalar = "\u{AD}"

  /// Whether it is white space (Unicode's White_Space), the end of a line included.
  package var isSpace: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Whether it belongs to a word: a letter, a digit, or a mark on one. Scripts that set no spaces between
  /// words have no such thing.
  package var isWordPart: Bool {
    if value < 0x80 {
      return (0x61...0x7A).contains(value | 0x20) || (0x30...0x39).contains(value)
    }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return !isIdeographic
    default: return false
    }
  }

  /// Whether it is a letter, or what makes one up (Unicode's Alphabetic).
  package var isAlphabetic: Bool {
    value < 0x80 ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic
  }

  /// Whether it is of a script that is set without spaces: lines break between any two of them.
  package var isIdeographic: Bool {
    value >= 0x2E80
      && (properties.isIdeographic || (0x3000...0x30FF).contains(value) || value >= 0xFF66 && value <= 0xFF9D)
  }

  /// Whether a line that ends with it and one that begins with another such character say one word after the other without a space.
  func joinsLine(beginningWith first: Unicode.Scalar) -> Bool { isSetSolid && first.isSetSolid }

  /// Whether no space belongs beside it: letters and signs of Chinese and Japanese, and those of Thai, Lao, Khmer and Burmese.
  private var isSetSolid: Bool {
    switch value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0xFF01...0xFF60: true
    default: isIdeographic
    }
  }

  /// Whether it is of a script that is set without spaces, or of Korean.
  package var isEastAsian: Bool { isIdeographic || (0xAC00...0xD7A3).contains(value) }

  /// Whether it is a syllable of Korean, or a letter of one.
  var isHangul: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// A mark above or below a letter, which "ignoring diacritics" leaves out. Vowels of Thai and of Indian
  /// scripts are marks too, but do not combine in this sense.
  var isDiacritic: Bool {
    guard value >= 0x300 else { return false }
    let order = properties.canonicalCombiningClass.rawValue
    return order != 0 && order != 9
  }

  /// Whether it shows nothing and takes no room: joiners, marks of direction.
  var isInvisible: Bool {
    switch value {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// Whether a line may end after it although no space belongs there.
  var allowsBreakAfter: Bool {
    self == "/" || self == "-" || (0x2010...0x2015).contains(value)
  }

  /// Whether it is of a script that is written from right to left: Hebrew, Arabic and others.
  package var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      // Digits run from left to right there too.
      properties.generalCategory != .decimalNumber && !isWeakInArabic
    default: false
    }
  }

  /// Whether it is a sign of Arabic that has no direction of its own (bidirectional classes AN, CS, ET and ON).
  private var isWeakInArabic: Bool {
    switch value {
    case 0x600...0x607, 0x609, 0x60A, 0x60C, 0x60E, 0x60F, 0x66A...0x66C, 0x6DD, 0x6DE, 0x6E9, 0x890, 0x891,
      0x8E2:
      true
    default: false
    }
  }

  /// Whether it is a digit of Arabic or belongs to numbers of these (bidirectional class AN).
  package var isArabicNumber: Bool {
    switch value {
    case 0x600...0x605, 0x660...0x669, 0x66B, 0x66C, 0x6DD, 0x890, 0x891, 0x8E2: true
    default: false
    }
  }

  /// Whether a hyphen at the end of a line belongs to its word all the same; `nil` if it divides no word.
  ///
  /// - Parameters:
  ///   - before: What stands before it.
  ///   - first: What the next line begins with.
  func isHyphenKept(after before: Unicode.Scalar?, before first: Unicode.Scalar) -> Bool? {
    guard self == "-" || self == "\u{2010}" || self == .softHyphen, let before, before.isWordPart,
      first.isWordPart
    else { return nil }
    return self != .softHyphen && first.properties.generalCategory != .lowercaseLetter
  }
}
