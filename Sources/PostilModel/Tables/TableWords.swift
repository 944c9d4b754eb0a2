/// A word of a page, or what belongs together as one: a currency sign and its number, a label and the dots that lead on from it.
struct TableWord {
  /// Its number on the page.
  var id: Int
  var box: TableBox
  var text: String
  var size: Double
}

/// What a text is, by its characters alone.
enum TableText {
  /// A value: a number, perhaps with signs and one letter about it, or the sign for a missing one (a dash, n.a., dots, x, a letter in
  /// parentheses).
  static func isValue(_ text: String) -> Bool { isNumber(text) || isMissingValue(text) }

  static func hasDigit(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.numericType == .decimal || $0.properties.numericType == .digit
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    var rest = text.unicodeScalars[...]
    rest.skip { !isOfWord($0) }
    guard let first = rest.first, isDigit(first) else { return false }
    rest.skip { isDigit($0) || ".,:/\u{2019}'\u{2013}-+%()*".unicodeScalars.contains($0) }
    rest.skip { !isOfWord($0) }
    if let letter = rest.first, isLatin(letter) { rest.removeFirst() }
    rest.skip { !isOfWord($0) }
    return rest.isEmpty
  }

  private static func isMissingValue(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard !scalars.isEmpty, scalars.count <= longestMissingValue else { return false }
    if scalars.allSatisfy({ "-\u{2013}\u{2014}\u{2212}.:*xX\u{2022}\u{2026}".unicodeScalars.contains($0) }) {
      return true
    }
    switch scalars.count <= longestName ? text.lowercased() : "" {
    case "na", "n.a", "n/a", "n./a", "na.", "n.a.", "n/a.", "n./a.": return true
    default: break
    }
    var rest = scalars[...]
    if rest.first == "(" { rest.removeFirst() }
    return rest.count == 2 && rest.first.map(isLatin) == true && rest.last == ")"
  }

  /// The longest of the names of a missing value, in characters.
  private static let longestName = 6
  /// Signs in a row that are still a missing value: so long a row of dots is one too.
  private static let longestMissingValue = 10_000

  /// Dots, underscores or hyphens from a label to its value.
  static func isLeader(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count >= 4 && scalars.allSatisfy { $0 == "-" || isDot($0) }
  }

  static func areDots(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isDot) }

  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{2026}" || scalar == "_" || scalar == "\u{B7}"
  }

  /// A bullet or the number of an entry: `•`, `1.`, `(iv)`, `a)`, `2.1`.
  static func isBullet(_ text: String) -> Bool {
    var rest = text.lowercased().unicodeScalars[...]
    guard let first = rest.first, rest.count <= longestBullet else { return false }
    if rest.count == 1 {
      return
        "\u{2022}\u{B7}\u{25AA}\u{25CF}\u{25A0}\u{2013}\u{2014}-*\u{F0B7}\u{F0A7}o".unicodeScalars.contains(
          first)
    }
    if isSectionNumber(rest, fewestParts: 2) { return true }
    if first == "(" { rest.removeFirst() }
    guard let last = rest.popLast(), last == "." || last == ")", !rest.isEmpty else { return false }
    if rest.count <= 4, rest.allSatisfy({ isASCIIDigit($0) || "ivx".unicodeScalars.contains($0) }) {
      return true
    }
    if rest.count == 1, rest.first.map(isLatin) == true { return true }
    return first == "(" && last == ")" && rest.count <= 3
      && rest.allSatisfy { isASCIIDigit($0) || isLatin($0) }
  }

  private static let longestBullet = 40

  /// The number of an entry in a list of contents, as 2 or 3.1.
  static func isSectionNumber(_ text: String) -> Bool {
    isSectionNumber(text.unicodeScalars[...], fewestParts: 1)
  }

  private static func isSectionNumber(_ text: Substring.UnicodeScalarView, fewestParts: Int) -> Bool {
    var parts = text.split(separator: "." as Unicode.Scalar, omittingEmptySubsequences: false)
    if fewestParts > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts.count >= fewestParts && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  /// Whether a word opens a note at the foot of a table.
  static func opensNote(_ text: String) -> Bool {
    var word = text.lowercased().unicodeScalars[...]
    guard word.count <= longestBullet else { return false }
    if isNoteSign(word) { return true }
    guard let last = word.popLast(), last == "." || last == ":" else { return false }
    return isNoteSign(word)
  }

  private static func isNoteSign(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    if text.allSatisfy({ $0 == "*" }) { return true }
    if text.count == 1 {
      return "\u{2020}\u{2021}\u{B9}\u{B2}\u{B3}".unicodeScalars.contains(first)
    }
    if last == ")", text.count <= 3 {
      let middle = text.dropLast().drop { $0 == "(" }
      if let sign = middle.first, middle.count == 1 {
        return isASCIIDigit(sign) || isLatin(sign) || (first == "(" && !isOfWord(sign))
      }
    }
    switch String(text) {
    case "note", "notes", "source", "sources", "nb", "n.b", "nb.", "n.b.", "quelle", "quellen", "fuente",
      "fuentes",
      "nota", "fonte":
      return true
    default: return false
    }
  }

  /// The number that a text is; `nil` if it is something else.
  static func number(_ text: String) -> Double? {
    guard text.utf8.count <= longestNumber else { return nil }
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where scalar != " " {
      scalars.append(scalar == "\u{2212}" || scalar == "\u{2013}" ? "-" : scalar)
    }
    while scalars.last == "%" { scalars.removeLast() }
    let isNegative = scalars.first == "-"
    if isNegative { scalars.removeFirst() }
    if scalars.contains(",") {
      let parts = scalars.split(separator: "," as Unicode.Scalar, omittingEmptySubsequences: false)
      // The commas part thousands, or there is one before the decimals.
      let whole = parts.last?.split(
        separator: "." as Unicode.Scalar, maxSplits: 1, omittingEmptySubsequences: false
      ).first
      let partsThousands =
        (1...3).contains(parts[0].count) && whole?.count == 3
        && parts.dropFirst().dropLast().allSatisfy { $0.count == 3 }
      if partsThousands {
        scalars.removeAll { $0 == "," }
      } else {
        scalars = scalars.map { $0 == "," ? "." : $0 }
      }
    }
    let parts = scalars.split(separator: "." as Unicode.Scalar, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isASCIIDigit) }),
      let value = Double(String(String.UnicodeScalarView(scalars)))
    else { return nil }
    return isNegative ? -value : value
  }

  private static let longestNumber = 100

  private static func isASCIIDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? isASCIIDigit(scalar) : scalar.properties.generalCategory == .decimalNumber
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether it is a letter or a number of any script.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLatin(scalar) || isASCIIDigit(scalar) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate mutating func skip(while isSkipped: (Unicode.Scalar) -> Bool) {
    while let first, isSkipped(first) { removeFirst() }
  }
}

extension Collection<TableWord> {
  /// Their texts as one, without spaces: what a value is told by.
  var joined: String { reduce(into: "") { $0 += $1.text } }

  /// Their texts as one, line by line.
  ///
  /// - Parameter isMirrored: Whether they stand from right to left, as ``TableMirror`` has them.
  func spaced(isMirrored: Bool) -> String {
    Array(self).lines.reduce(into: "") { text, line in
      let next = line.words.map(\.text).inOrder(isMirrored: isMirrored).joined(separator: " ")
      if !text.isEmpty, !StructureText.joins(text, next) { text += " " }
      text += next
    }
  }

  /// The box round them all; `nil` if there are none.
  var bounds: TableBox? { map(\.box).united }
}

extension [TableBox] {
  /// The box round them all; `nil` if there are none.
  var united: TableBox? {
    guard let first else { return nil }
    return dropFirst().reduce(first) { $0.united(with: $1) }
  }
}

extension [String] {
  /// Words in the order in which they are read: those that run against the others are turned round together.
  fileprivate func inOrder(isMirrored: Bool) -> [String] {
    var result: [String] = []
    var against: [String] = []
    for word in self {
      let isLeftward = word.unicodeScalars.contains(where: \.isRightToLeft)
      let isRightward = !isLeftward && word.unicodeScalars.contains(where: \.isAlphabetic)
      if isMirrored ? isRightward : isLeftward {
        against.append(word)
      } else {
        result += against.reversed()
        against = []
        result.append(word)
      }
    }
    return result + against.reversed()
  }
}
