/// Where lines may be a table: they have gaps in common, or rules above and below.
struct TextRegions {
  private let em: Double
  private let gaps: TableGaps
  private let rules: TextTable.Rules
  private let lines: [TableLine]
  /// Which lines are running text.
  private let isProse: [Bool]
  /// Which lines begin captions: no table goes on over these.
  private let isCaption: [Bool]
  /// What of a row is parted by wide gaps, for each line: with the lines that stand beside it half a line higher or lower.
  private let rowPieces: [[TablePiece]]

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
      line.pieces = (text.isEmpty ? line.words : text).pieces(
        gap: gaps.cell * line.size, values: gaps.value * line.size)
      return line
    }
    let width = words.bounds?.width ?? 0
    let (all, rowPieces) = (lines, Self.rowPieces(lines, em))
    self.rowPieces = rowPieces
    let prose = zip(all, rowPieces).map { line, row in
      guard row.count <= Self.piecesOfProse, line.pieces.count > 1 || row.count == 1,
        let longest = line.pieces.max(by: { $0.x1 - $0.x0 < $1.x1 - $1.x0 })
      else { return false }
      // A long label before values is none.
      return longest.words.count >= Self.wordsOfProse && longest.x1 - longest.x0 > Self.widthOfProse * width
        && !line.pieces.contains { $0.x0 > longest.x0 && TableText.isValue($0.words.joined) }
    }
    isProse = prose.indices.map { prose[$0] && !Self.isOfCell($0, all, rowPieces, prose, em) }
    isCaption = lines.map { line in
      CaptionWords.matches(line.words.prefix(Self.wordsOfCaption).map(\.text).joined(separator: " "))
        && !line.pieces.dropFirst().contains { TableText.isValue($0.words.joined) }
    }
  }

  /// Of a line, so many words tell whether it is a caption.
  private static let wordsOfCaption = 3

  /// Lines reach so far over each other, in em, if their cells are centered against each other; more of them are columns of text.
  private static let overlap = 0.2
  private static let mostLinesOfRow = 12
  /// Running text has no more pieces, with its number or its bullet.
  private static let piecesOfProse = 2

  private static func rowPieces(_ lines: [TableLine], _ em: Double) -> [[TablePiece]] {
    var result = lines.map(\.pieces)
    var start = 0
    while start < lines.count {
      var (end, bottom) = (start + 1, lines[start].bottom)
      while end < lines.count, lines[end].top < bottom - overlap * em {
        bottom = max(bottom, lines[end].bottom)
        end += 1
      }
      if (2...mostLinesOfRow).contains(end - start) {
        var pieces: [TablePiece] = []
        for piece in lines[start..<end].flatMap(\.pieces).sorted(by: { $0.x0 < $1.x0 }) {
          if let last = pieces.indices.last, piece.x0 < pieces[last].x1 {
            pieces[last].x1 = max(pieces[last].x1, piece.x1)
            pieces[last].words += piece.words
          } else {
            pieces.append(piece)
          }
        }
        for line in start..<end { result[line] = pieces }
      }
      start = end
    }
    return result
  }

  /// So many lines before and behind are looked at for the cells beside a long text.
  private static let nearLines = 3
  /// How far from each other lines of one cell begin at most, in em.
  private static let cellIndent = 0.3

  /// Whether a piece stands below or above one cell of a row alone, and begins where that does.
  private static func isOfCell(_ piece: TablePiece, _ row: [TablePiece], _ em: Double) -> Bool {
    let over = row.filter { $0.x0 < piece.x1 && $0.x1 > piece.x0 }
    return over.count == 1 && abs(over[0].x0 - piece.x0) < cellIndent * em
  }

  /// Whether a long line is one of a cell: it goes on in a line close to it that has other cells beside it.
  private static func isOfCell(
    _ line: Int, _ lines: [TableLine], _ rowPieces: [[TablePiece]], _ prose: [Bool], _ em: Double
  ) -> Bool {
    guard lines[line].pieces.count == 1, let piece = lines[line].pieces.first else { return false }
    func isCell(of other: Int) -> Bool {
      !prose[other] && rowPieces[other].count > 1 && isOfCell(piece, rowPieces[other], em)
    }
    func isNear(_ line: Int, _ next: Int) -> Bool {
      lines[next].top - lines[line].bottom < TableRows.tightGap * em
    }
    var place = line
    while place + 1 < lines.count, place < line + nearLines, isNear(place, place + 1) {
      place += 1
      if isCell(of: place) { return true }
    }
    place = line
    while place > 0, place > line - nearLines, isNear(place - 1, place) {
      place -= 1
      if isCell(of: place) { return true }
    }
    return false
  }

  /// The tables among the lines.
  var tables: [(cells: [TableCell], isRuled: Bool)] {
    var result: [(cells: [TableCell], isRuled: Bool)] = []
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
      result.append((table.cells, isRuled))
      firstFree = bounded.upperBound + 1
    }
    return result
  }

  // MARK: - Regions

  private func regions() -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var start = 0
    while start < lines.count {
      guard rowPieces[start].count >= 2, !isProse[start], !isCaption[start] else {
        start += 1
        continue
      }
      var run = [start]
      var line = start + 1
      while line < lines.count, lines[line].top - lines[line - 1].bottom <= Self.widestLineGap * em,
        !isProse[line], !isCaption[line]
      {
        if rowPieces[line].count >= 2,
          run.suffix(Self.comparedLines).contains(where: { sharesGap(line, $0) })
        {
          run.append(line)
        } else if line - (run.last ?? start) > Self.mostOtherLines,
          line - (run.last ?? start) > Self.mostLinesOfRow || !isRest(line, of: run.last ?? start)
        {
          break
        }
        line += 1
      }
      var last = run.last ?? start
      // Of cells with several lines the last one may have some more.
      if (start...last).contains(where: { rowPieces[$0].count < 2 }) {
        let row = last
        while last + 1 < lines.count, last - row < Self.mostLinesOfRow, isRest(last + 1, of: row) {
          last += 1
        }
      }
      if run.count >= 2 { result.append(start...last) }
      start = last + 1
    }
    let runs = result
    for stack in rules.stacks.stacks where stack.count >= 3 {
      guard let region = lines(in: stack), !runs.overlap(region) else { continue }
      let several = region.count { lines[$0].pieces.count >= 2 }
      if several >= 2, 2 * several >= region.count,
        !region.contains(where: { isProse[$0] && lines[$0].pieces.count < 2 })
      {
        result.append(region)
      }
    }
    for band in bandedRegions {
      // With the header above the first rule and the row below the last one.
      let parts = result.filter { $0.overlaps(band) } + [band]
      result.removeAll { $0.overlaps(band) }
      result.append(
        parts.reduce(band) { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) })
    }
    return result.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  /// So many rows between rules or shaded bands tell a table, and in this part of them, text stands beside text as in the row before.
  private static let fewestBands = 3
  private static let partOfBands = 0.8

  /// With the line above the first rule, which heads the columns, and the one below the last rule, if they have cells as the rows have.
  private func withRowsOutside(_ region: ClosedRange<Int>, _ first: Int, _ last: Int) -> ClosedRange<Int> {
    func isRow(_ line: Int, by next: Int, of row: Int) -> Bool {
      lines.indices.contains(line) && rowPieces[line].count >= 2 && !isCaption[line] && sharesGap(line, row)
        && abs(lines[line].middle - lines[next].middle) < Self.widestLineGap * em
    }
    let (above, below) = (region.lowerBound - 1, region.upperBound + 1)
    let start = isRow(above, by: region.lowerBound, of: first) ? above : region.lowerBound
    return start...(isRow(below, by: region.upperBound, of: last) ? below : region.upperBound)
  }

  /// Lines that rules or shaded bands part into rows, each with two cells or more: also where running text is in these.
  private var bandedRegions: [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var looks = Self.mostLooks * lines.count
    for stack in rules.bands.stacks where stack.count > Self.fewestBands {
      guard let region = lines(in: stack), !result.overlap(region) else { continue }
      looks -= region.count
      guard looks > 0 else { break }
      // The line of each row in which the most cells are.
      var (rows, line, across): ([Int], Int, Int) = ([], region.lowerBound, 0)
      for rule in stack.dropFirst() {
        let start = line
        var best: Int?
        while line <= region.upperBound, lines[line].middle < rule.position {
          if best.map({ rowPieces[line].count > rowPieces[$0].count }) ?? true { best = line }
          line += 1
        }
        guard let best else { continue }
        rows.append(best)
        guard rowPieces[best].count >= 2 else { continue }
        let gap = (rowPieces[best][0].x1 + rowPieces[best][1].x0) / 2
        across += lines[start..<line].count { $0.pieces.contains { $0.x0 < gap && $0.x1 > gap } }
      }
      let several = rows.count { rowPieces[$0].count >= 2 }
      let alike = zip(rows, rows.dropFirst()).count { sharesGap($0, $1) }
      if rows.count >= Self.fewestBands, Double(several) >= Self.partOfBands * Double(rows.count),
        Double(alike) >= Self.partOfBands * Double(rows.count - 1),
        Double(across) <= (1 - Self.partOfBands) * Double(region.count)
      {
        result.append(withRowsOutside(region, rows[0], rows[rows.count - 1]))
        result.sort { $0.lowerBound < $1.lowerBound }
      }
    }
    return result
  }

  /// Whether a line close to the one before it has nothing but what goes on below cells of a row.
  private func isRest(_ line: Int, of row: Int) -> Bool {
    guard line > row, !isProse[line], lines[line].top - lines[line - 1].bottom < TableRows.tightGap * em
    else {
      return false
    }
    return lines[line].pieces.allSatisfy { Self.isOfCell($0, rowPieces[row], em) }
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
    let (pieces, others) = (rowPieces[line], rowPieces[other])
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
    for stack in rules.stacks.stacks {
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
    guard start <= end else { return start }
    let boundaries = TableRivers(Array(lines[start...end]), em: em, gap: gaps.piece, values: gaps.value)
      .positions
    guard let boundary = boundaries.first else { return start }
    let columns = columns(start...end, boundaries)
    while start > 0 {
      let line = lines[start - 1]
      guard lines[start].top - line.bottom <= widestGap * em, !isCaption[start - 1],
        let first = line.pieces.first, let last = line.pieces.last,
        first.x0 >= sides.x0 - Self.headerReach * em, last.x1 <= sides.x1 + Self.headerReach * em,
        isFlush(line, with: columns)
          || !isProse[start - 1]
            && (line.pieces.count > 1 || first.x0 >= boundary - Self.captionIndent * em
              || isParted(line, at: boundaries))
      else { break }
      start -= 1
    }
    return start
  }

  /// From where to where the words of lines reach between boundaries, without those that stand across these.
  private func columns(_ lines: ClosedRange<Int>, _ boundaries: [Double]) -> [ColumnExtent] {
    var columns = [ColumnExtent](repeating: ColumnExtent(), count: boundaries.count + 1)
    for word in self.lines[lines].flatMap(\.words) {
      let column = boundaries.firstPlace { $0 > word.box.x0 }
      guard column == boundaries.count || word.box.x1 <= boundaries[column] else { continue }
      columns[column].add(word.box.x0, word.box.x1)
    }
    return columns
  }

  /// How far from a side of its column a heading begins or ends that is flush with it, in em.
  private static let flushReach = 0.2

  /// Whether a line has a heading that is flush with one side of its column for each column but that of the labels, two or more: headings
  /// that are wider than their numbers.
  private func isFlush(_ line: TableLine, with columns: [ColumnExtent]) -> Bool {
    let pieces = line.words.pieces(gap: gaps.piece * em, values: gaps.value * em)
    guard columns.count > 2, pieces.count >= columns.count - 1 else { return false }
    let reach = Self.flushReach * em
    return columns.dropFirst().allSatisfy { column in
      pieces.contains { abs($0.x0 - column.low) < reach || abs($0.x1 - column.high) < reach }
    }
  }

  /// Whether the words of a line keep out of most of the white between columns, two or more, and none stands across it.
  private func isParted(_ line: TableLine, at boundaries: [Double]) -> Bool {
    var parted = 0
    for boundary in boundaries {
      if line.words.contains(where: { $0.box.x0 < boundary && $0.box.x1 > boundary }) { return false }
      let isWide = zip(line.words, line.words.dropFirst()).contains {
        $0.box.x1 <= boundary && $1.box.x0 >= boundary && $1.box.x0 - $0.box.x1 >= gaps.piece * em
      }
      if isWide { parted += 1 }
    }
    return parted >= 2 && 2 * parted >= boundaries.count
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
