/// Where lines may be a table: they have gaps in common, or rules above and below.
struct TextRegions {
  private let em: Double
  private let gaps: TableGaps
  private let rules: TextTable.Rules
  private let lines: [TableLine]
  /// Which lines are running text.
  private let isProse: [Bool]
  private let stacks: RuleStacks

  /// A line of running text has a piece of so many words that is wider than this part of the text.
  private static let wordsOfProse = 7
  private static let widthOfProse = 0.5
  /// Lines farther apart, in em, are not of one table.
  private static let widestLineGap = 2.5
  /// A line is of a table if it shares so wide a gap, in em, with one of these many lines of it; so many others may be between.
  private static let sharedGap = 0.5
  private static let comparedLines = 4
  private static let mostOtherLines = 3
  /// How far a rule may end within a table, in em, and bound it still; and how far above or below its lines it stands.
  private static let shortRule = 3.0
  private static let farthestRule = 8.0
  /// So many lines are between the rule above a header and the rule below it.
  private static let mostHeaderLines = 5
  /// How far from each other lines are that go on to the rule below, in em.
  private static let gapAboveRule = 1.5
  /// How often a page's lines are looked at, at most.
  private static let mostLooks = 8

  init(_ words: [TableWord], rules: TextTable.Rules, gaps: TableGaps, em: Double) {
    (self.em, self.gaps, self.rules) = (em, gaps, rules)
    lines = words.lines.map { line in
      var line = line
      let text = line.words.filter { !TableText.isLeader($0.text) }
      line.pieces = (text.isEmpty ? line.words : text).pieces(gap: gaps.cell * line.size)
      return line
    }
    let width = words.bounds?.width ?? 0
    isProse = lines.map { line in
      guard let longest = line.pieces.max(by: { $0.x1 - $0.x0 < $1.x1 - $1.x0 }) else { return false }
      // A long label before values is none.
      return longest.words.count >= Self.wordsOfProse && longest.x1 - longest.x0 > Self.widthOfProse * width
        && !line.pieces.contains { $0.x0 > longest.x0 && TableText.isValue($0.words.joined) }
    }
    stacks = RuleStacks(rules.horizontal, em: em)
  }

  /// The tables among the lines.
  var tables: [[TableCell]] {
    var result: [[TableCell]] = []
    var firstFree = 0
    var looks = Self.mostLooks * lines.count
    for region in regions() {
      var (bounded, isRuled) = boundedByRules(region)
      let sides = sides(region)
      if !isRuled {
        bounded = headerStart(bounded.lowerBound, bounded.upperBound, sides)...bounded.upperBound
      }
      let start = max(bounded.lowerBound, firstFree)
      guard start < bounded.upperBound else { continue }
      looks -= bounded.upperBound - start
      guard looks > 0 else { return result }
      let rows = withoutNotes(start...bounded.upperBound)
      guard rows.count >= 2,
        let table = TextTable(
          Array(lines[rows]), from: sides.x0, to: sides.x1, rules: rules, gaps: gaps, em: em),
        TableAcceptance(table: table, isRuled: isRuled).isTable
      else { continue }
      result.append(table.cells)
      firstFree = bounded.upperBound + 1
    }
    return result
  }

  // MARK: - Regions

  private func regions() -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var start = 0
    while start < lines.count {
      guard lines[start].pieces.count >= 2, !isProse[start] else {
        start += 1
        continue
      }
      var run = [start]
      var line = start + 1
      while line < lines.count, lines[line].top - lines[line - 1].bottom <= Self.widestLineGap * em,
        !isProse[line]
      {
        if lines[line].pieces.count >= 2,
          run.suffix(Self.comparedLines).contains(where: { sharesGap(line, $0) })
        {
          run.append(line)
        } else if line - (run.last ?? start) > Self.mostOtherLines {
          break
        }
        line += 1
      }
      let last = run.last ?? start
      if run.count >= 2 { result.append(start...last) }
      start = last + 1
    }
    let runs = result
    for stack in stacks.stacks where stack.count >= 3 {
      guard let region = lines(in: stack), !runs.overlap(region) else { continue }
      let several = region.count { lines[$0].pieces.count >= 2 }
      if several >= 2, 2 * several >= region.count,
        !region.contains(where: { isProse[$0] && lines[$0].pieces.count < 2 })
      {
        result.append(region)
      }
    }
    return result.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// The lines within a stack of rules, if there are two or more.
  private func lines(in stack: [TableRuling]) -> ClosedRange<Int>? {
    guard let top = stack.first?.position, let bottom = stack.last?.position,
      let first = firstLine(below: top), let last = lines.lastIndex(where: { $0.middle < bottom }),
      first < last
    else { return nil }
    return first...last
  }

  private func firstLine(below y: Double) -> Int? { lines.firstIndex { $0.middle > y } }

  private func sharesGap(_ line: Int, _ other: Int) -> Bool {
    let (pieces, others) = (lines[line].pieces, lines[other].pieces)
    var (place, otherPlace) = (1, 1)
    while place < pieces.count, otherPlace < others.count {
      let (end, otherEnd) = (pieces[place].x0, others[otherPlace].x0)
      let start = max(pieces[place - 1].x1, others[otherPlace - 1].x1)
      if min(end, otherEnd) - start >= Self.sharedGap * em { return true }
      if end < otherEnd { place += 1 } else { otherPlace += 1 }
    }
    return false
  }

  private func sides(_ region: ClosedRange<Int>) -> (x0: Double, x1: Double) {
    (
      lines[region].compactMap(\.pieces.first?.x0).min() ?? 0,
      lines[region].compactMap(\.pieces.last?.x1).max() ?? 0
    )
  }

  // MARK: - Bounds

  /// Widens a region to the rules round it.
  private func boundedByRules(_ region: ClosedRange<Int>) -> (lines: ClosedRange<Int>, isRuled: Bool) {
    let sides = sides(region)
    let (first, last) = (lines[region.lowerBound], lines[region.upperBound])
    for stack in stacks.stacks {
      guard stack[0].start <= sides.x0 + Self.shortRule * em, stack[0].end >= sides.x1 - Self.shortRule * em
      else {
        continue
      }
      let above = stack.prefix { $0.position <= first.bottom }
      let below = stack.firstPlace { $0.position >= last.top }
      let inner = stack.count { first.top < $0.position && $0.position < last.bottom }
      guard inner + (above.isEmpty ? 0 : 1) + (below < stack.count ? 1 : 0) >= 2 else { continue }
      var (start, end, isRuled) = (region.lowerBound, region.upperBound, false)
      if let top = above.last?.position, first.top - top < Self.farthestRule * em {
        if let next = above.dropLast().last?.position {
          start = min(start, headerStart(between: next, top, region, sides) ?? start)
        }
        start = min(start, firstLine(below: top) ?? start)
        isRuled = true
      }
      if below < stack.count, stack[below].position - last.bottom < Self.farthestRule * em {
        while end + 1 < lines.count, lines[end + 1].middle < stack[below].position,
          lines[end + 1].top - lines[end].bottom < Self.gapAboveRule * em
        {
          end += 1
        }
        isRuled = true
      }
      return (start...end, isRuled)
    }
    return (region, false)
  }

  /// Where the header begins that is between a rule above a region and the rule before that, if there is one.
  private func headerStart(
    between upper: Double, _ lower: Double, _ region: ClosedRange<Int>, _ sides: (x0: Double, x1: Double)
  ) -> Int? {
    let header = lines.indices.filter { upper < lines[$0].middle && lines[$0].middle < lower }
    guard let first = header.first, let last = header.last, header.count <= Self.mostHeaderLines,
      !header.contains(where: { isProse[$0] }), last < region.upperBound
    else { return nil }
    return max(first, headerStart(last + 1, region.upperBound, sides, widestGap: Self.headerGapWithRules))
  }

  /// How far from each other the lines of a header are, in em: without rules and with them.
  private static let headerGap = 1.0
  private static let headerGapWithRules = 2.0
  /// How far a header may reach out at the sides, in em.
  private static let headerReach = 1.0
  /// A line that begins so far left of the second column, in em, and has one piece is a caption.
  private static let captionIndent = 0.5

  /// The first of the lines above a table that head its columns.
  private func headerStart(
    _ start: Int, _ end: Int, _ sides: (x0: Double, x1: Double), widestGap: Double = headerGap
  ) -> Int {
    var start = start
    guard start <= end,
      let boundary = TableRivers(Array(lines[start...end]), em: em, gap: gaps.piece).positions.first
    else { return start }
    while start > 0 {
      let line = lines[start - 1]
      guard lines[start].top - line.bottom <= widestGap * em, !isProse[start - 1],
        let first = line.pieces.first,
        let last = line.pieces.last, first.x0 >= sides.x0 - Self.headerReach * em,
        last.x1 <= sides.x1 + Self.headerReach * em,
        line.pieces.count > 1 || first.x0 >= boundary - Self.captionIndent * em
      else { break }
      start -= 1
    }
    return start
  }

  // MARK: - Notes

  /// Notes at a table's foot are set smaller, or the next heading is set larger, than this part of its type.
  private static let sizesOfRows = 0.9...1.15

  /// The lines without those at the foot that hold no values and are notes.
  private func withoutNotes(_ rows: ClosedRange<Int>) -> ClosedRange<Int> {
    let size = lines[rows].map(\.size).median
    var last = rows.upperBound
    while last - rows.lowerBound >= 2 {
      let line = lines[last]
      let largest = line.words.map(\.size).max() ?? 0
      let isNote =
        largest < Self.sizesOfRows.lowerBound * size || largest > Self.sizesOfRows.upperBound * size
        || line.words.first.map { TableText.opensNote($0.text) } == true
      guard isNote, !line.pieces.dropFirst().contains(where: { TableText.isValue($0.words.joined) }) else {
        break
      }
      last -= 1
    }
    return rows.lowerBound...last
  }
}

extension [ClosedRange<Int>] {
  /// Whether one of these, which are in order and apart, overlaps another.
  fileprivate func overlap(_ range: ClosedRange<Int>) -> Bool {
    let place = firstPlace { $0.upperBound >= range.lowerBound }
    return place < count && self[place].lowerBound <= range.upperBound
  }
}

/// Stacks of horizontal rules that begin and end below each other.
struct RuleStacks {
  private(set) var stacks: [[TableRuling]] = []

  /// Shorter ones, in em, bound no table.
  private static let shortest = 6.0
  /// How far their ends may be from each other, in em.
  private static let reach = 1.0
  /// More of them are a drawing.
  private static let mostStacks = 500

  init(_ rules: TableRulings, em: Double) {
    let reach = Self.reach * em
    for rule in rules.rulings where rule.length >= Self.shortest * em {
      let place = stacks.firstIndex { stack in
        stack.last.map { abs($0.start - rule.start) < reach && abs($0.end - rule.end) < reach } ?? false
      }
      if let place {
        stacks[place].append(rule)
      } else if stacks.count < Self.mostStacks {
        stacks.append([rule])
      }
    }
    stacks.removeAll { $0.count < 2 }
  }
}
