import PostilModel

extension [PlacedText] {
  /// Brings what stands from left to right into the order in which it is read: the inverse of the Unicode Bidirectional Algorithm (UAX
  /// 9). Of the orders that the algorithm shows so, it is the one that is nearest to a first guess: what runs in one direction stays
  /// together.
  ///
  /// - Parameters:
  ///   - page: How most of the page is written; `nil` if both ways.
  ///   - showsMirrored: Whether mirrored signs say what they look like and not what they mean; `nil` if nothing told it yet.
  mutating func order(on page: PlacedText.Direction?, showsMirrored: inout Bool?) {
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
    let partners = partners
    var classes = map(\.bidirectionalClass)
    let (first, turned) = firstOrder(kinds, partners, isRightToLeft)
    for index in turned { classes[index] = .right }
    var order = first
    var levels: [Int] = []
    // What comes of an order is the next guess: nearly always the second one is the same.
    for _ in 0..<Self.mostGuesses {
      levels = Self.levels(order, classes, partners, isRightToLeft)
      let next = [Int].order(of: levels)
      if next == order { break }
      order = next
    }
    mirror(levels, partners, &showsMirrored)
    self = order.map { self[$0] }
  }

  private static var mostGuesses: Int { 8 }

  /// The levels of what stands at each place, if it is written in an order.
  private static func levels(
    _ order: [Int], _ classes: [BidirectionalLevels.Class], _ partners: [Int: Int], _ isRightToLeft: Bool
  ) -> [Int] {
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    let written = BidirectionalLevels(
      order.map { classes[$0] }, partners: order.map { partners[$0].map { places[$0] } },
      isRightToLeft: isRightToLeft
    ).levels
    return places.map { written[$0] }
  }

  /// The order in which it stands if neighbors of one direction belong together, with the brackets around them; and the brackets that run
  /// from the right for sure: they say what they mean, and look the other way.
  private func firstOrder(
    _ kinds: [PlacedText.Direction], _ partners: [Int: Int], _ isRightToLeft: Bool
  ) -> (order: [Int], turned: [Int]) {
    // The letters before and behind each place, and how many there are of those from the left and the right before it.
    func isLetter(_ kind: PlacedText.Direction) -> Bool { kind == .leftToRight || kind == .rightToLeft }
    var (before, behind) = (kinds, kinds)
    var (lefts, rights) = ([0], [0])
    for index in indices {
      if index > 0, !isLetter(kinds[index]) { before[index] = before[index - 1] }
      lefts.append(lefts[index] + (kinds[index] == .leftToRight ? 1 : 0))
      rights.append(rights[index] + (kinds[index] == .rightToLeft ? 1 : 0))
    }
    for index in indices.dropLast().reversed() where !isLetter(kinds[index]) {
      behind[index] = behind[index + 1]
    }
    var kinds = kinds
    var turned: [Int] = []
    let hasTurned = partners.contains { $0 < $1 && looksTurned($0) }
    for (first, last) in partners where first < last {
      let hasLeft = lefts[last] > lefts[first]
      let hasRight = rights[last] > rights[first]
      if looksTurned(first) {
        guard isRightToLeft || !hasLeft else { continue }
        (kinds[first], kinds[last]) = (.rightToLeft, .rightToLeft)
        turned += [first, last]
      } else if isRightToLeft, !hasRight, before[first] == .leftToRight {
        (kinds[first], kinds[last]) = (.leftToRight, .leftToRight)
      } else if !isRightToLeft, !hasLeft, hasRight, !hasTurned, behind[last] == .rightToLeft {
        (kinds[first], kinds[last]) = (.rightToLeft, .rightToLeft)
      }
    }
    var order = [Int](indices)
    if isRightToLeft {
      for run in Self.runs(
        kinds, of: { $0 != .rightToLeft && $0 != .gap }, edges: { $0 == .leftToRight || $0 == .number })
      where kinds[run].contains(.leftToRight) {
        order[run].reverse()
      }
      order.reverse()
    } else {
      for run in Self.runs(kinds, of: { $0 != .leftToRight && $0 != .gap }, edges: { $0 == .rightToLeft }) {
        order[run].reverse()
      }
    }
    return (order, turned)
  }

  /// Whether the left one of a pair is the one that closes.
  private func looksTurned(_ first: Int) -> Bool { text(at: first).map(PairedSigns.isOpening) == false }

  /// The one character that stands at a place.
  private func text(at index: Int) -> Unicode.Scalar? {
    self[index].text.count == 1 ? self[index].text[0] : nil
  }

  /// Brackets, and signs that are mirrored as these, with their partners. Which of both opens does not matter: some producers write what
  /// is seen, others what is meant, and some mix both up.
  private var partners: [Int: Int] {
    var (result, open): ([Int: Int], [(index: Int, partner: Unicode.Scalar)]) = ([:], [])
    for index in indices {
      if self[index].direction == .gap { open = [] }
      guard let sign = text(at: index), PairedSigns.isBracket(sign),
        let partner = PairedSigns.mirrored(sign)
      else { continue }
      if let place = open.suffix(Self.deepestPairs).lastIndex(where: { $0.partner == sign }),
        // One that closes and one that opens are no pair if they only follow each other, as in "1) … (".
        PairedSigns.isOpening(partner) || !self[open[place].index + 1].isSpace && !self[index - 1].isSpace
      {
        (result[open[place].index], result[index]) = (index, open[place].index)
        open.removeSubrange(place...)
      } else {
        open.append((index, partner))
      }
    }
    return result
  }

  /// As many as BD16 has.
  private static var deepestPairs: Int { 63 }

  /// Makes signs say what they mean that run from right to left.
  private mutating func mirror(_ levels: [Int], _ partners: [Int: Int], _ showsMirrored: inout Bool?) {
    for first in indices {
      guard let last = partners[first], first < last else { continue }
      let (isRight, isTurned) = (levels[first] % 2 == 1, looksTurned(first))
      if isRight { showsMirrored = !isTurned }
      guard isRight != isTurned else { continue }
      self[first].mirror()
      self[last].mirror()
    }
    guard showsMirrored == true else { return }
    for index in indices where levels[index] % 2 == 1 && partners[index] == nil { self[index].mirror() }
  }

  /// The runs of kinds that belong together, from the first to the last that may stand at an edge.
  private static func runs(
    _ kinds: [PlacedText.Direction], of belongs: (PlacedText.Direction) -> Bool,
    edges: (PlacedText.Direction) -> Bool
  ) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var run: (start: Int, end: Int)?
    for (index, kind) in kinds.enumerated() {
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

  /// Its class in the Unicode Bidirectional Algorithm.
  fileprivate var bidirectionalClass: BidirectionalLevels.Class {
    switch direction {
    case .gap: return .segment
    case .leftToRight: return .left
    case .rightToLeft: return isArabic ? .arabic : .right
    case .number: return hasArabicDigits ? .arabicNumber : .number
    case .neutral: break
    }
    guard text.count == 1 else { return .neutral }
    switch text[0].value {
    case 0x2B, 0x2D, 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFB29, 0xFE62, 0xFE63, 0xFF0B, 0xFF0D:
      return .plusMinus
    case 0x2C, 0x2E, 0x2F, 0x3A, 0xA0, 0x60C, 0x202F, 0x2044, 0xFE50, 0xFE52, 0xFE55, 0xFF0C, 0xFF0E, 0xFF0F,
      0xFF1A:
      return .separator
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x58F, 0x609, 0x60A, 0x66A, 0x2030...0x2034, 0x20A0...0x20CF,
      0x2213, 0xFE5F, 0xFE69, 0xFE6A, 0xFF03...0xFF05:
      return .numberSign
    default: return .neutral
    }
  }

  /// Whether it is a letter of Arabic, Syriac or Thaana (bidirectional class AL).
  private var isArabic: Bool {
    switch text.first(where: \.isRightToLeft)?.value ?? 0 {
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10D00...0x10D3F, 0x1EE00...0x1EEFF:
      true
    default: false
    }
  }

  /// Whether it is one of the digits that are Arabic wherever they stand (class AN).
  private var hasArabicDigits: Bool { text.first?.isArabicNumber == true }
}
