import PostilModel

extension [PlacedText] {
  /// Brings what stands from left to right into the order in which it is read: the inverse of the Unicode Bidirectional Algorithm (UAX
  /// 9), as far as letters, digits and what is between them tell.
  ///
  /// - Parameter page: How most of the page is written; `nil` if both ways.
  mutating func order(on page: PlacedText.Direction? = nil) {
    // Most texts have nothing of it.
    guard contains(where: { $0.text.contains(where: \.isRightToLeft) }) else { return }
    let kinds = map(\.direction)
    guard kinds.contains(.rightToLeft) else { return }
    // What stands at both ends tells the direction of the line; else the page, or what there is more of.
    let strong = kinds.filter { $0 == .leftToRight || $0 == .rightToLeft }
    let right = strong.count { $0 == .rightToLeft }
    let isRightToLeft =
      strong.first == strong.last
      ? strong.first == .rightToLeft : page.map { $0 == .rightToLeft } ?? (2 * right >= strong.count)
    if isRightToLeft {
      reverse()
      turnBack(within: indices)
    } else {
      for run in runs(in: indices, of: { $0 != .leftToRight && $0 != .gap }, edges: { $0 == .rightToLeft }) {
        self[run].reverse()
        turnBack(within: run)
      }
    }
  }

  /// Reverses again what is read from left to right in what is read from right to left, and was reversed as a whole.
  private mutating func turnBack(within range: Range<Int>) {
    let runs = runs(
      in: range, of: { $0 != .rightToLeft && $0 != .gap }, edges: { $0 == .leftToRight || $0 == .number })
    for run in runs {
      let parts = self[run].contains { $0.direction == .leftToRight } ? [run] : numbers(in: run)
      for part in parts { self[withSigns(part, within: range)].reverse() }
    }
  }

  /// The numbers of a run without letters, each with its separators: several numbers follow each other from right to left.
  private func numbers(in run: Range<Int>) -> [Range<Int>] {
    let isArabic = followsArabic(run)
    var result: [Range<Int>] = []
    for index in run where self[index].direction == .number {
      if let last = result.last, last.upperBound == index {
        result[result.count - 1] = last.lowerBound..<index + 1
      } else if let last = result.last, last.upperBound == index - 1,
        self[index - 1].isSeparator(amongArabic: isArabic || self[index].hasArabicDigits)
      {
        result[result.count - 1] = last.lowerBound..<index + 1
      } else {
        result.append(index..<index + 1)
      }
    }
    return result
  }

  /// A run with the signs of currencies and the like beside its numbers, which are read with these (rules W2 and W5).
  private func withSigns(_ run: Range<Int>, within range: Range<Int>) -> Range<Int> {
    let hasLetters = self[run].contains { $0.direction == .leftToRight }
    guard hasLetters || !followsArabic(run) else { return run }
    var (start, end) = (run.lowerBound, run.upperBound)
    func isNumber(_ index: Int) -> Bool {
      self[index].direction == .number && !self[index].hasArabicDigits
    }
    if isNumber(start) { while start > range.lowerBound, self[start - 1].isSignOfNumber { start -= 1 } }
    if isNumber(run.upperBound - 1) { while end < range.upperBound, self[end].isSignOfNumber { end += 1 } }
    return start..<end
  }

  /// Whether the letter before a run, or else the one behind it, is Arabic: digits are ordered in another way there (rule W2).
  private func followsArabic(_ run: Range<Int>) -> Bool {
    (self[..<run.lowerBound].last { $0.direction == .rightToLeft }
      ?? self[run.upperBound...].first { $0.direction == .rightToLeft })?.isArabic == true
  }

  /// The runs of kinds that belong together, from the first to the last that may stand at an edge.
  private func runs(
    in range: Range<Int>, of belongs: (PlacedText.Direction) -> Bool, edges: (PlacedText.Direction) -> Bool
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var run: (start: Int, end: Int)?
    for index in range {
      let kind = self[index].direction
      guard belongs(kind) else {
        if let run { result.append(run.start..<run.end) }
        run = nil
        continue
      }
      if edges(kind) { run = (run?.start ?? index, index + 1) }
    }
    if let run { result.append(run.start..<run.end) }
    return result
  }
}

extension PlacedText {
  enum Direction {
    case leftToRight, rightToLeft, number, neutral
    /// What parts columns.
    case gap
  }

  /// Wider gaps than this, in sizes, are between columns.
  private static let widestSpace = 1.2

  var direction: Direction {
    guard let first = text.first(where: { !$0.isSpace }) else {
      return to - from > Self.widestSpace * size ? .gap : .neutral
    }
    if first.isRightToLeft { return .rightToLeft }
    if first.isArabicNumber { return .number }
    switch first.properties.generalCategory {
    case .decimalNumber: return .number
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return .leftToRight
    default: return .neutral
    }
  }

  /// Whether it is a letter of Arabic, Syriac or Thaana (bidirectional class AL).
  fileprivate var isArabic: Bool {
    guard let first = text.first(where: \.isRightToLeft)?.value else { return false }
    return (0x600...0x7BF).contains(first) || (0x860...0x8FF).contains(first)
  }

  /// Whether it is one of the digits that are Arabic wherever they stand (class AN).
  fileprivate var hasArabicDigits: Bool {
    text.first?.isArabicNumber == true
  }

  /// Whether it keeps two numbers together (classes CS and ES).
  fileprivate func isSeparator(amongArabic: Bool) -> Bool {
    guard text.count == 1 else { return false }
    switch text[0] {
    case ",", ".", "/", ":", "\u{60C}": return true
    case "+", "-": return !amongArabic
    default: return false
    }
  }

  /// Whether it belongs to the number beside it (class ET).
  fileprivate var isSignOfNumber: Bool {
    guard text.count == 1 else { return false }
    switch text[0].value {
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x66A, 0x609...0x60A, 0x2030...0x2034, 0x20A0...0x20CF,
      0x2212...0x2213:
      return true
    default: return false
    }
  }
}
