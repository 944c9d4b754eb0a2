/// Tells quickly that a text has nothing of a needle: the needle's letters and digits do not stand in it in one row, whatever signs,
/// spaces and hyphens stand between them. No search finds it then, whatever its options and wherever lines end.
///
/// The text is gone through once, with all places where a match may have begun as bits of a number (the Shift-And algorithm: Baeza-Yates
/// and Gonnet, "A new approach to text searching", 1992).
struct SearchFilter: Sendable {
  /// The letters and digits, small; no more than bits of a number can follow.
  private let row: [UInt32]
  /// For each character of ASCII the places in the row where it stands; ``sign`` if it is no letter.
  private let places: [UInt64]

  /// Whether the row has letters of ASCII only: others in a text, which do not become such, interrupt it.
  let isASCII: Bool

  private static let longestRow = 60
  private static let sign = UInt64.max
  /// A character that is no letter, no space and nothing that escapes or markup have.
  private static let signByte: UInt8 = 1

  /// - Parameter folded: The needle, made comparable.
  init(folded: [UInt32]) {
    row = Array(folded.compactMap(Self.letter).prefix(Self.longestRow))
    isASCII = row.allSatisfy { $0 < 0x80 }
    var places = (0..<0x80).map { Self.letter($0) == nil ? Self.sign : 0 }
    for (place, letter) in row.enumerated() where letter < 0x80 {
      places[Int(letter)] |= 1 << UInt64(place)
      if letter >= 0x61 { places[Int(letter) & ~0x20] |= 1 << UInt64(place) }
    }
    self.places = places
  }

  /// A letter or digit as a small one; `nil` for signs. Marks on letters stand in any order, and some searches leave them out.
  private static func letter(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x61...0x7A, 0x30...0x39: value
    case 0x41...0x5A: value | 0x20
    case 0x80..<FoldedText.breakingHyphen: Unicode.Scalar(value)?.isDiacritic == false ? value : nil
    default: nil
    }
  }

  /// Whether the needle may stand in a text. `false` is certain.
  ///
  /// - Complexity: O(characters).
  func mayMatch(in characters: [Unicode.Scalar], _ options: SearchOptions) -> Bool {
    guard !row.isEmpty else { return true }
    let end = UInt64(1) << UInt64(row.count)
    var folding = TextFolding(options)
    // How many letters of the row may stand before this place: a bit for each number of them.
    var state: UInt64 = 1
    var isFound = false
    func step(_ value: UInt32) {
      if value < 0x80 {
        let places = places[Int(value)]
        guard places != Self.sign else { return }
        state = (state & places) << 1 | 1
      } else if let letter = Self.letter(value) {
        let places = row.indices.reduce(UInt64(0)) { row[$1] == letter ? $0 | 1 << UInt64($1) : $0 }
        state = (state & places) << 1 | 1
      }
      isFound = isFound || state & end != 0
    }
    for character in characters {
      if character.value < 0x80 {
        step(character.value)
      } else if isASCII, !TextFolding.mayBecomeASCII(character) {
        // Letters that would interrupt the row are gone over as signs are: to tell them apart would take longer.
        continue
      } else if character != .softHyphen, !character.isSpace {
        folding.fold(character) { step($0.value) }
      }
      if isFound { return true }
    }
    return false
  }

  /// A text of which characters beyond ASCII are replaced by what they become in it, for ``mayMatch(inBytes:)``: what becomes nothing of
  /// it is a sign, or any letter where that counts.
  ///
  /// - Parameter keepsOthers: Whether letters beyond ASCII are any letter.
  /// - Complexity: O(units).
  static func asciiBytes(of units: [UInt16], keepsOthers: Bool) -> [UInt8] {
    var folding = TextFolding([.ignoringCase, .ignoringDiacritics])
    var result: [UInt8] = []
    result.reserveCapacity(units.count)
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      guard unit >= 0x80 else {
        result.append(UInt8(truncatingIfNeeded: unit))
        continue
      }
      // Half a pair may be a letter of formulas.
      guard let scalar = Unicode.Scalar(unit), !keepsOthers else {
        result.append(0xFF)
        continue
      }
      if scalar.isSpace {
        result.append(0x20)
      } else if TextFolding.mayBecomeASCII(scalar) {
        folding.fold(scalar) {
          result.append($0.value < 0x80 ? UInt8(truncatingIfNeeded: $0.value) : signByte)
        }
      } else {
        // Behind "<" it may begin a tag.
        result.append(index > 1 && units[index - 2] == 0x3C ? 0xFF : signByte)
      }
    }
    return result
  }

  /// Whether the needle may stand in a text of an encoding in which characters of ASCII are bytes of their own. `false` is certain.
  ///
  /// - Complexity: O(bytes).
  func mayMatch(inBytes bytes: [UInt8]) -> Bool {
    guard !row.isEmpty else { return true }
    let end = UInt64(1) << UInt64(row.count)
    return bytes.withUnsafeBufferPointer { bytes in
      places.withUnsafeBufferPointer { places in
        var state: UInt64 = 1
        for byte in bytes {
          if byte < 0x80 {
            let places = places[Int(byte)]
            guard places != Self.sign else { continue }
            state = (state & places) << 1 | 1
          } else {
            // Any letters, up to three, or none: "ﬁ" is a byte in PDFDocEncoding.
            state |= state << 1
            state |= state << 2
          }
          if state & end != 0 { return true }
        }
        return false
      }
    }
  }
}
