/// Parts pages with two columns of running text, so that no line of one column is taken with one of the other.
struct TextZones {
  let em: Double
  /// Rules that bound tables across both columns.
  let stacks: [[TableRuling]]

  /// Pages of fewer lines are not parted.
  private static let fewestLines = 10
  /// Where the middle may be, as parts of the width of the text, and the distance of the places that are tried, in em.
  private static let middle = 0.3...0.7
  private static let step = 0.1
  private static let mostSteps = 5_000
  /// Half the width of the white between the columns, in em: papers have 1 em.
  private static let margin = 0.4
  /// The part of the lines of the fuller side that the other one has at least, and of these, that of running text on each side.
  private static let linesOfBoth = 0.4
  private static let linesOfProse = 0.35
  /// A line of running text has one piece (gaps in em), so many words, and fills this part of its side.
  private static let pieceGap = 0.9
  private static let fewestWords = 4
  private static let filledPart = 0.8
  /// The same for several columns on one side.
  private static let mostColumns = 4
  private static let fewestWordsOfColumn = 3
  /// A line crosses the middle with a word that reaches so far over it, in em, or with a gap there that is narrower than this.
  private static let crossing = 0.2
  private static let narrowestGap = 0.7

  /// Each column by itself, between the lines that go across both.
  func zones(_ words: [TableWord]) -> [[TableWord]] { zones(words, depth: 0) }

  /// How often columns are parted in two.
  private static let deepest = 3

  private func zones(_ words: [TableWord], depth: Int) -> [[TableWord]] {
    let lines = words.lines
    guard lines.count >= Self.fewestLines, depth < Self.deepest, let middle = middle(of: lines, words) else {
      return [words]
    }
    var zones: [[TableWord]] = []
    var (across, left, right): ([TableWord], [TableWord], [TableWord]) = ([], [], [])
    func finish(_ zone: inout [TableWord], isColumn: Bool = true) {
      if isColumn, !zone.isEmpty {
        zones += self.zones(zone, depth: depth + 1)
      } else if !zone.isEmpty {
        zones.append(zone)
      }
      zone = []
    }
    let wide = wideLines(lines, middle)
    for (number, line) in lines.enumerated() {
      if wide[number] || crosses(line, middle) {
        finish(&left)
        finish(&right)
        across += line.words
      } else {
        finish(&across, isColumn: false)
        left += line.words.filter { $0.box.middleX < middle }
        right += line.words.filter { $0.box.middleX >= middle }
      }
    }
    finish(&left)
    finish(&right)
    finish(&across, isColumn: false)
    return zones
  }

  /// A table has so many rules, and in this part of its lines text on both sides of the middle; a page's lines are looked at so often.
  private static let fewestRules = 3
  private static let rowsOfBoth = 0.75
  private static let mostLooks = 8

  /// Which lines are between rules that run across the middle, unless these bound two columns of running text: such as the rules at the
  /// head and the foot of a page.
  private func wideLines(_ lines: [TableLine], _ middle: Double) -> [Bool] {
    var wide = Array(repeating: false, count: lines.count)
    var looks = Self.mostLooks * lines.count
    for stack in stacks {
      guard let top = stack.first, let bottom = stack.last, stack.count >= Self.fewestRules,
        top.start < middle, top.end > middle
      else { continue }
      let start = lines.firstPlace { $0.middle > top.position }
      let end = lines.firstPlace { $0.middle > bottom.position }
      looks -= end - start
      guard start < end, looks > 0 else { continue }
      var (left, right, both): ([[TableWord]], [[TableWord]], Int) = ([], [], 0)
      for line in lines[start..<end] {
        let words = (
          left: line.words.filter { $0.box.middleX < middle },
          right: line.words.filter { $0.box.middleX >= middle }
        )
        if !words.left.isEmpty { left.append(words.left) }
        if !words.right.isEmpty { right.append(words.right) }
        if !words.left.isEmpty, !words.right.isEmpty { both += 1 }
      }
      guard Double(both) >= Self.rowsOfBoth * Double(end - start), !isProse(left), !isProse(right) else {
        continue
      }
      for line in start..<end { wide[line] = true }
    }
    return wide
  }

  private func crosses(_ line: TableLine, _ middle: Double) -> Bool {
    let reach = Self.crossing * em
    if line.words.contains(where: { $0.box.x0 < middle - reach && $0.box.x1 > middle + reach }) {
      return true
    }
    let margin = Self.margin * em
    for (word, next) in zip(line.words, line.words.dropFirst())
    where word.box.x1 <= middle + margin && next.box.x0 >= middle - margin {
      return next.box.x0 - word.box.x1 < Self.narrowestGap * em
    }
    return false
  }

  /// Where the two columns meet; `nil` if there are not two of running text.
  private func middle(of lines: [TableLine], _ words: [TableWord]) -> Double? {
    guard let bounds = words.bounds, (Self.step * em) * Double(Self.mostSteps) > bounds.width else {
      return nil
    }
    // The middle of the white, where several places are equally good.
    var best: (free: Int, first: Double, last: Double)?
    var x = bounds.x0 + Self.middle.lowerBound * bounds.width
    while x < bounds.x0 + Self.middle.upperBound * bounds.width {
      // Lines of both columns need not stand on the same height.
      var (free, onLeft, onRight) = (0, 0, 0)
      for line in lines {
        var (left, right) = (0, 0)
        for word in line.words {
          if word.box.x1 <= x - Self.margin * em { left += 1 }
          if word.box.x0 >= x + Self.margin * em { right += 1 }
        }
        guard left + right == line.words.count else { continue }
        free += 1
        if left > 0 { onLeft += 1 }
        if right > 0 { onRight += 1 }
      }
      let crossing = lines.count - free
      if Double(min(onLeft, onRight)) >= Self.linesOfBoth * Double(max(onLeft, onRight) + crossing) {
        if let known = best, known.free == free, x - known.last < 1.5 * Self.step * em {
          best?.last = x
        } else if best.map({ free > $0.free }) ?? true {
          best = (free, x, x)
        }
      }
      x += Self.step * em
    }
    guard let x = best.map({ ($0.first + $0.last) / 2 }) else { return nil }
    var (left, right): ([[TableWord]], [[TableWord]]) = ([], [])
    for line in lines {
      let leftWords = line.words.filter { $0.box.x1 <= x - Self.margin * em }
      let rightWords = line.words.filter { $0.box.x0 >= x + Self.margin * em }
      guard leftWords.count + rightWords.count == line.words.count else { continue }
      if !leftWords.isEmpty { left.append(leftWords) }
      if !rightWords.isEmpty { right.append(rightWords) }
    }
    return isProse(left) && isProse(right) ? x : nil
  }

  /// Whether one side of lines is running text.
  private func isProse(_ lines: [[TableWord]]) -> Bool {
    let width = lines.compactMap(\.bounds?.width).max() ?? 0
    let filled = lines.count { words in
      guard words.count >= Self.fewestWords, let first = words.first, let last = words.last else {
        return false
      }
      guard last.box.x1 - first.box.x0 > Self.filledPart * width else { return false }
      // One piece, or those of two columns or more.
      let pieces = words.pieces(gap: Self.pieceGap * em)
      return pieces.count == 1
        || pieces.count <= Self.mostColumns
          && pieces.allSatisfy { $0.words.count >= Self.fewestWordsOfColumn }
    }
    return Double(filled) >= Self.linesOfProse * Double(lines.count)
  }
}
