/// A table made of lines by the white between their words.
struct TextTable {
  private(set) var cells: [TableCell] = []
  private(set) var columnCount = 0
  /// How many columns are running text: lines of several words that fill it, one after the other.
  private(set) var textColumnCount = 0
  private(set) var rowCount = 0

  /// What rules the lines: `edges` are those of shaded bands, which part rows too.
  struct Rules {
    let horizontal: TableRulings
    let vertical: TableRulings
    let edges: TableRulings
    /// Those that begin and end below each other: the horizontal ones, and the edges.
    let stacks: RuleStacks
    let bands: RuleStacks

    init(horizontal: TableRulings, vertical: TableRulings, edges: TableRulings, em: Double) {
      (self.horizontal, self.vertical, self.edges) = (horizontal, vertical, edges)
      (stacks, bands) = (RuleStacks(horizontal, em: em), RuleStacks(edges, em: em))
    }
  }

  /// A boundary with a vertical ruling so near, in em, is one for sure.
  private static let rulingReach = 1.0

  init?(_ lines: [TableLine], from x0: Double, to x1: Double, rules: Rules, gaps: TableGaps, em: Double) {
    let boundaries = TableRivers(lines, em: em, gap: gaps.piece, values: gaps.value).positions
    guard !boundaries.isEmpty, boundaries.count < ColumnSet.capacity,
      let layout = Self.layout(lines, boundaries, rules.vertical, gaps, em)
    else { return nil }
    let rows = TableRows(
      lines, layout, rules: TableRows.Rules(rulings: rules.edges, x0: x0, x1: x1), em: em)
    (columnCount, rowCount) = (layout.columnCount, rows.rows.count)
    textColumnCount = (0..<columnCount).count { Self.isText($0, of: layout) }
    for (number, row) in rows.rows.enumerated() {
      let pieces = row.flatMap { layout.lines[$0] }.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
      var isFirst = true
      for piece in pieces {
        // Spans of one row that overlap go together.
        if !isFirst, let last = cells.indices.last, piece.first <= cells[last].columns.upperBound {
          let columns = cells[last].columns
          cells[last].columns = columns.lowerBound...max(columns.upperBound, piece.last)
          cells[last].words += piece.words
        } else {
          cells.append(
            TableCell(
              rows: number...number, columns: piece.first...max(piece.first, piece.last), words: piece.words))
        }
        isFirst = false
      }
    }
    let headers = TableHeaders(
      em: em, rules: rules.horizontal, columnCount: columnCount, rows: rows.rows, lines: lines,
      headerRows: rows.rows.prefix { $0.upperBound < rows.body }.count)
    cells = headers.applied(to: cells)
    widenSections(from: x0, to: x1, em: em)
  }

  /// How far from the middle of the table the heading of a section is that is centered on it, and how far from its side, in em.
  private static let sectionMiddle = 1.0
  private static let sectionIndent = 1.0

  /// Rows with nothing but a text in the middle of the table head what is below: they are over all columns.
  private mutating func widenSections(from x0: Double, to x1: Double, em: Double) {
    guard columnCount > 2 else { return }
    let counts = cells.reduce(into: [Int: Int]()) { counts, cell in
      for row in cell.rows { counts[row, default: 0] += 1 }
    }
    for place in cells.indices where cells[place].rows.allSatisfy({ counts[$0] == 1 }) {
      guard let box = cells[place].words.bounds, abs(box.middleX - (x0 + x1) / 2) < Self.sectionMiddle * em,
        box.x0 - x0 > Self.sectionIndent * em, !TableText.isValue(cells[place].words.joined)
      else { continue }
      cells[place].columns = 0...(columnCount - 1)
    }
  }

  /// A line of running text has so many words, and fills this part of its column; so many such lines stand in it, and the others are fewer.
  private static let wordsOfText = 3
  private static let filledPart = 0.75
  private static let fewestLinesOfText = 5
  private static let partOfText = 0.6

  private static func isText(_ column: Int, of layout: TableLayout) -> Bool {
    let pieces = layout.lines.flatMap { $0 }.filter { $0.first == column && $0.last == column }
    let width = pieces.map { $0.x1 - $0.x0 }.max() ?? 0
    let filled = pieces.count { $0.words.count >= wordsOfText && $0.x1 - $0.x0 > filledPart * width }
    return filled >= fewestLinesOfText && Double(filled) >= partOfText * Double(pieces.count)
  }

  /// The lines in columns, without boundaries whose sides never both have text in one line: labels with two indents are one column.
  private static func layout(
    _ lines: [TableLine], _ boundaries: [Double], _ rulings: TableRulings, _ gaps: TableGaps, _ em: Double
  ) -> TableLayout? {
    var boundaries = boundaries
    while true {
      guard let layout = TableLayout(lines, boundaries, gaps: gaps, em: em) else { return nil }
      guard boundaries.count > 1 else { return layout }
      var parts = ColumnSet()
      for line in layout.lines {
        for (piece, next) in zip(line, line.dropFirst()) where next.first == piece.last + 1 {
          parts.insert(piece.last)
        }
      }
      let needless = boundaries.indices.first {
        !parts.contains($0) && !rulings.hasNear(boundaries[$0], within: rulingReach * em)
      }
      guard let needless else { return layout }
      boundaries.remove(at: needless)
    }
  }
}

extension TableRulings {
  fileprivate func hasNear(_ position: Double, within distance: Double) -> Bool {
    !near(position, within: distance).isEmpty
  }
}

/// Tells tables from what is set like them: letters, lists, contents.
struct TableAcceptance {
  let table: TextTable
  /// Whether rules bound it.
  let isRuled: Bool

  /// With rules round it, a table may be this small; without, it has one more row and two more cells.
  private static let fewestCells = 4
  private static let fewestCellsWithoutRules = 6
  private static let fewestRowsWithoutRules = 3
  /// Two columns without rules are a table if this part are values, in so many rows: not the head of a letter.
  private static let valuesOfTwoColumns = 0.5
  /// So are more columns with few values: their part, and the rows.
  private static let valuesOfMoreColumns = 0.25
  private static let fewestRowsWithoutValues = 4

  var isTable: Bool {
    let cells = table.cells
    guard table.rowCount >= 2, table.columnCount >= 2, cells.count >= Self.fewestCells, !isContents else {
      return false
    }
    if isRuled { return true }
    if TableFormulas.areFormulas(cells) || TableFormulas.areStatements(cells) { return false }
    // Columns of a newspaper.
    if table.textColumnCount >= 2, 3 * table.textColumnCount >= 2 * table.columnCount { return false }
    guard table.rowCount >= Self.fewestRowsWithoutRules, cells.count >= Self.fewestCellsWithoutRules else {
      return false
    }
    let others = cells.filter { $0.columns.lowerBound > 0 }
    let values = Double(others.count { TableText.isValue($0.words.joined) })
    let part = table.columnCount == 2 ? Self.valuesOfTwoColumns : Self.valuesOfMoreColumns
    let hasValues = values >= part * Double(others.count)
    let isTall = table.rowCount >= Self.fewestRowsWithoutValues
    return table.columnCount == 2 ? hasValues && isTall : hasValues || isTall
  }

  /// A list of contents has so many columns at most, so many page numbers at least, and these in most of its last column.
  private static let mostColumnsOfContents = 6
  private static let fewestPages = 3
  private static let pagesPart = 0.8

  /// Whether it is a list of contents: rising page numbers last, and dots or the numbers of entries before them. Entries of each level may
  /// be indented as columns are.
  private var isContents: Bool {
    guard table.columnCount <= Self.mostColumnsOfContents else { return false }
    let last = table.columnCount - 1
    var pages: [Double] = []
    var (pageCells, dotted, begun, numbered): (Int, Set<Int>, Set<Int>, Set<Int>) = (0, [], [], [])
    for cell in table.cells.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      let row = cell.rows.lowerBound
      if cell.columns.lowerBound == last {
        pageCells += 1
        continue
      }
      if begun.insert(row).inserted {
        if let first = cell.words.first?.text, TableText.isBullet(first) || TableText.isSectionNumber(first) {
          numbered.insert(row)
        }
      } else if TableText.isValue(cell.words.joined) {
        return false
      }
      if cell.words.contains(where: { $0.text.hasSuffix("....") }) { dotted.insert(row) }
    }
    // The entries of a row that is several lines high have several.
    for cell in table.cells where cell.columns.lowerBound == last {
      let numbers = cell.words.map { TableText.number($0.text) }
      if numbers.allSatisfy({ $0.map { $0 > 0 && Int(exactly: $0) != nil } == true }) {
        pages += numbers.compactMap(\.self)
      } else {
        pageCells += numbers.count - 1
      }
    }
    return pages.count >= Self.fewestPages && Double(pages.count) >= Self.pagesPart * Double(pageCells)
      && zip(pages, pages.dropFirst()).allSatisfy(<=)
      && 2 * max(dotted.count, numbered.count) >= table.rowCount
  }
}
