/// What stands before an item of a list: a bullet, a number, a letter.
package struct ListLabel: Sendable {
  package enum Kind: Sendable, Equatable {
    case bullet(Character)
    case dash(Character)
    case number(Int, end: Character)
    case roman(Int, end: Character)
    case letter(Unicode.Scalar, end: Character)
  }

  package let kind: Kind
  /// How many scalars it takes, without the space behind it.
  package let length: Int

  private static let bullets: Set<Character> = [
    "•", "◦", "▪", "▫", "‣", "●", "○", "■", "□", "➢", "✓", "⁃", "∙", "◆", "◇", "►", "▸", "▶", "➤", "➔", "→",
    "⇒", "❖",
    "❑", "❒", "✔", "✗", "✘", "☐", "☑", "☒", "★", "☆", "✦", "◾", "◼", "⬤", "⚫", "❍", "\u{F0B7}", "\u{F0A7}",
  ]
  private static let dashes: Set<Character> = ["-", "–", "—", "*", "·", "+"]

  /// A bullet that is drawn before its line, and no letter.
  package static let drawn = ListLabel()

  private init() { (kind, length) = (.bullet("•"), 0) }

  /// The label that a line begins with; `nil` if it has none.
  package init?(_ text: String) {
    let word = text.prefix { !$0.isWhitespace }
    guard word.endIndex < text.endIndex, let first = word.first, word.unicodeScalars.count <= 6 else {
      return nil
    }
    length = word.unicodeScalars.count
    if word.count == 1 {
      if Self.bullets.contains(first) {
        kind = .bullet(first)
      } else if Self.dashes.contains(first) {
        kind = .dash(first)
      } else {
        return nil
      }
      return
    }
    guard let end = word.last, end == "." || end == ")" || end == "]" || end == "、" else { return nil }
    var inner = word.dropLast()
    if end == "]" {
      // References are numbered so.
      guard inner.first == "[" else { return nil }
      inner = inner.dropFirst()
    } else if inner.first == "(" {
      inner = inner.dropFirst()
    }
    if inner.count <= 3, let number = Self.number(inner) {
      kind = .number(number, end: end)
    } else if inner.count > 1, let number = Self.roman(inner) {
      kind = .roman(number, end: end)
    } else if end == "]" {
      return nil
    } else if inner.count == 1, let letter = inner.unicodeScalars.first, letter.properties.isAlphabetic {
      kind = .letter(letter, end: end)
    } else {
      return nil
    }
  }

  /// A number in the digits of any script.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty else { return nil }
    return text.unicodeScalars.reduce(0 as Int?) { number, digit in
      guard let number, digit.properties.numericType == .decimal, let value = digit.properties.numericValue
      else {
        return nil
      }
      return number * 10 + Int(value)
    }
  }

  /// A Roman number as lists have it, up to 39.
  private static func roman(_ text: Substring) -> Int? {
    let small = text.lowercased()
    guard small == text || text.uppercased() == text else { return nil }
    return romanNumbers[small]
  }

  private static let romanNumbers = (1...39).reduce(into: [String: Int]()) { numbers, number in
    numbers[PageLabel.roman(number).lowercased()] = number
  }

  /// Whether it is that of a list wherever it stands.
  var isSure: Bool { if case .bullet = kind { true } else { false } }

  /// Whether it is that of a reference, as `[1]`.
  var isReference: Bool { if case .number(_, end: "]") = kind { true } else { false } }

  /// Whether it is of a number or a letter.
  var isOrdered: Bool {
    switch kind {
    case .number, .roman, .letter: true
    case .bullet, .dash: false
    }
  }

  /// Whether an item of one list may have it behind another one.
  func follows(_ other: ListLabel) -> Bool {
    switch (other.kind, kind) {
    case (.bullet, .bullet): true
    case (.dash(let a), .dash(let b)): a == b
    case (.number(let a, let end), .number(let b, let otherEnd)): b == a + 1 && end == otherEnd
    case (.roman(let a, let end), .roman(let b, let otherEnd)): b == a + 1 && end == otherEnd
    // "i." is a letter as long as nothing is known of its list.
    case (.letter("i", let end), .roman(2, let otherEnd)), (.letter("I", let end), .roman(2, let otherEnd)),
      (.roman(4, let end), .letter("v", let otherEnd)), (.roman(4, let end), .letter("V", let otherEnd)),
      (.letter("v", let end), .roman(6, let otherEnd)), (.letter("V", let end), .roman(6, let otherEnd)),
      (.roman(9, let end), .letter("x", let otherEnd)), (.roman(9, let end), .letter("X", let otherEnd)),
      (.letter("x", let end), .roman(11, let otherEnd)), (.letter("X", let end), .roman(11, let otherEnd)):
      end == otherEnd
    case (.letter(let a, let end), .letter(let b, let otherEnd)): b.value == a.value + 1 && end == otherEnd
    default: false
    }
  }

  /// Whether a line ends as those of a table of contents do: with dots that lead to a number.
  static func endsContentsItem(_ text: String) -> Bool {
    var rest = text[...]
    while let last = rest.last, last.isNumber || last.isWhitespace || "ivxlc".contains(last) {
      rest = rest.dropLast()
    }
    guard rest.count < text.count else { return false }
    var dots = 0
    while let last = rest.last, last == "." || last == "…" || last == "·" || last.isWhitespace {
      dots += last == "…" ? 3 : last.isWhitespace ? 0 : 1
      rest = rest.dropLast()
    }
    return dots >= fewestLeaders
  }

  private static let fewestLeaders = 4
  private static let noteSigns: Set<Character> = ["*", "†", "‡", "§", "¶", "∗"]

  /// Whether a line begins with a sign or a number of a footnote.
  static func isNoteSign(_ text: String) -> Bool {
    guard let first = text.first else { return false }
    if noteSigns.contains(first) || first.isSuperscriptDigit { return true }
    let digits = text.prefix(while: \.isNumber)
    return (1...3).contains(digits.count) && digits.count < text.count
  }
}

extension Character {
  fileprivate var isSuperscriptDigit: Bool { "⁰¹²³⁴⁵⁶⁷⁸⁹".contains(self) }
}
