/// The levels that the Unicode Bidirectional Algorithm (UAX 9) gives to the characters of a line in the order in which they are written:
/// its rules W2 to W7, N0 to N2, I1, I2 and L1, without explicit embeddings, which nothing on paper tells.
struct BidirectionalLevels {
  /// The classes of table 4 that matter here.
  enum Class {
    case left, right, arabic, number, arabicNumber, numberSign, plusMinus, separator, neutral
    /// What parts columns.
    case segment
  }

  /// Even ones run from left to right.
  private(set) var levels: [Int]

  /// - Parameters:
  ///   - classes: Those of the characters.
  ///   - partners: The place of each bracket's other one; `nil` for what is none.
  ///   - isRightToLeft: The direction of the line.
  /// - Complexity: O(*n*).
  init(_ classes: [Class], partners: [Int?], isRightToLeft: Bool) {
    let base: Class = isRightToLeft ? .right : .left
    var resolved = classes
    Self.resolveNumbers(&resolved, base)
    Self.resolveBrackets(&resolved, partners, base)
    Self.resolveNeutrals(&resolved, base)
    levels = resolved.map { kind in
      switch kind {
      case .right: 1
      case .left: isRightToLeft ? 2 : 0
      case .number, .arabicNumber: 2
      default: isRightToLeft ? 1 : 0
      }
    }
  }

  // MARK: - W

  private static func resolveNumbers(_ kinds: inout [Class], _ base: Class) {
    // W2, W3.
    var strong = base
    for index in kinds.indices {
      switch kinds[index] {
      case .left, .right: strong = kinds[index]
      case .arabic: (strong, kinds[index]) = (.arabic, .right)
      case .number where strong == .arabic: kinds[index] = .arabicNumber
      default: break
      }
    }
    // W4.
    for index in kinds.indices.dropFirst().dropLast() where kinds[index - 1] == kinds[index + 1] {
      switch (kinds[index], kinds[index - 1]) {
      case (.separator, .number), (.plusMinus, .number): kinds[index] = .number
      case (.separator, .arabicNumber): kinds[index] = .arabicNumber
      default: break
      }
    }
    // W5: signs on both sides of a number.
    for index in kinds.indices.dropFirst() where kinds[index] == .numberSign && kinds[index - 1] == .number {
      kinds[index] = .number
    }
    for index in kinds.indices.dropLast().reversed()
    where kinds[index] == .numberSign && kinds[index + 1] == .number {
      kinds[index] = .number
    }
    // W6, W7.
    strong = base
    for index in kinds.indices {
      switch kinds[index] {
      case .left, .right: strong = kinds[index]
      case .number where strong == .left: kinds[index] = .left
      case .numberSign, .plusMinus, .separator: kinds[index] = .neutral
      default: break
      }
    }
  }

  // MARK: - N

  /// What a character is for its neighbors; `nil` for neutral ones.
  private static func direction(_ kind: Class) -> Class? {
    switch kind {
    case .left: .left
    case .right, .number, .arabicNumber: .right
    default: nil
    }
  }

  /// N0. What lies within a pair is as it was before: only pairs that begin before it are told.
  private static func resolveBrackets(_ kinds: inout [Class], _ partners: [Int?], _ base: Class) {
    guard partners.contains(where: { $0 != nil }) else { return }
    // How many there are of each before a place.
    var (lefts, rights) = ([0], [0])
    for kind in kinds {
      let direction = direction(kind)
      lefts.append((lefts.last ?? 0) + (direction == .left ? 1 : 0))
      rights.append((rights.last ?? 0) + (direction == .right ? 1 : 0))
    }
    var before = base
    for index in kinds.indices {
      if let end = partners[index], end > index, kinds[index] == .neutral, kinds[end] == .neutral {
        let hasLeft = lefts[end] > lefts[index + 1]
        let hasRight = rights[end] > rights[index + 1]
        if base == .left ? hasLeft : hasRight {
          (kinds[index], kinds[end]) = (base, base)
        } else if hasLeft || hasRight {
          (kinds[index], kinds[end]) = (before, before)
        }
      }
      before = direction(kinds[index]) ?? before
    }
  }

  /// N1, N2.
  private static func resolveNeutrals(_ kinds: inout [Class], _ base: Class) {
    var (before, start) = (base, 0)
    for index in 0...kinds.count {
      let next = index < kinds.count ? direction(kinds[index]) : base
      guard let next else { continue }
      // Segments have the direction of the line, wherever they stand (L1).
      for place in start..<index where kinds[place] != .segment {
        kinds[place] = before == next ? next : base
      }
      (before, start) = (next, index + 1)
    }
  }
}

extension [Int] {
  /// The places of what stands from left to right in the order in which it is written: the inverse of rule L2.
  ///
  /// - Parameter levels: The level of what stands at each place.
  static func order(of levels: [Int]) -> [Int] {
    var order = Array(levels.indices)
    for level in stride(from: 1, through: levels.max() ?? 0, by: 1) {
      var start = 0
      while start < order.count {
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end + 1
      }
    }
    return order
  }
}
