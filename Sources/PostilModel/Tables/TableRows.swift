/// Which lines of a table are one row.
struct TableRows {
  private(set) var rows: [ClosedRange<Int>] = []
  /// The first line after those that head the columns.
  private(set) var body: Int

  private let lines: [TableLine]
  private let layout: TableLayout
  private let rules: Rules?
  private let em: Double
  /// The columns of each line that hold a value.
  private let values: [ColumnSet]

  /// What parts rows, and across what it runs.
  struct Rules {
    let rulings: TableRulings
    let x0, x1: Double
  }

  /// The part of the width that a ruling between two rows covers.
  private static let ruledPart = 0.6
  /// Pieces of one ruling are within this, in points.
  private static let ruleReach = 1.0
  /// So many rulings between two lines are looked at.
  private static let mostRulesBetween = 100
  /// Lines whose tops are nearer, in em, overlap: their cells are centered against each other.
  private static let halfLine = 0.75
  /// Lines of one cell are nearer, in em.
  static let tightGap = 0.45

  /// - Parameter rules: `nil` for what is between two rulings of a lattice, which has no header and no rules.
  init(_ lines: [TableLine], _ layout: TableLayout, rules: Rules?, em: Double) {
    (self.lines, self.layout, self.rules, self.em) = (lines, layout, rules, em)
    values = layout.lines.map { pieces in
      var columns = ColumnSet()
      for piece in pieces where piece.isValue { columns.insert(piece.first) }
      return columns
    }
    body = 0
    guard !lines.isEmpty else { return }
    body = rules == nil ? 0 : firstOfBody
    group()
  }

  /// The first line with a label, and values in at least half of its other cells; if there is none, the first one after the top with a
  /// label and another cell.
  private var firstOfBody: Int {
    for line in lines.indices {
      let starts = starts(line)
      guard starts.contains(0), starts.count >= 2 else { continue }
      let valueCount = layout.lines[line].count { $0.first > 0 && $0.isValue }
      if valueCount > 0, 2 * valueCount >= starts.count - 1 { return line }
    }
    var line = 1
    while line < lines.count - 1, !(starts(line).contains(0) && layout.lines[line].count >= 2) { line += 1 }
    return line
  }

  /// The columns in which pieces of a line begin.
  private func starts(_ line: Int) -> ColumnSet {
    var columns = ColumnSet()
    for piece in layout.lines[line] { columns.insert(piece.first) }
    return columns
  }

  // MARK: - Grouping

  /// What the lines of a row have in its columns.
  private struct Contents {
    var texts = ColumnSet()
    var values = ColumnSet()
    var hasSpan = false
  }

  private func add(_ line: Int, to contents: inout Contents) {
    contents.values.formUnion(values[line])
    for piece in layout.lines[line] {
      contents.texts.formUnion(piece.columns)
      if piece.last > piece.first { contents.hasSpan = true }
    }
  }

  private mutating func group() {
    if let rows = rowsOfWhite {
      self.rows = rows
      return
    }
    var row = 0...0
    var contents = Contents()
    add(0, to: &contents)
    for line in lines.indices.dropFirst() {
      let isRuled = isRuled(above: line)
      let hasConflict = values[line].meets(contents.values)
      let isHalfLine = !isRuled && lines[line].top - lines[line - 1].top < Self.halfLine * em
      if isHalfLine, hasConflict, row.count > 1, values[line - 1].isEmpty,
        !starts(line).meets(starts(line - 1))
      {
        // The line before is of this row.
        rows.append(row.lowerBound...(line - 2))
        row = (line - 1)...line
        contents = Contents()
        add(line - 1, to: &contents)
      } else if !isRuled, (isHalfLine && !hasConflict) || !beginsRow(line, after: contents, of: row) {
        row = row.lowerBound...line
      } else {
        rows.append(row)
        row = line...line
        contents = Contents()
      }
      add(line, to: &contents)
    }
    rows.append(row)
  }

  /// How much wider the white between rows is than that within them, in em, if it tells rows; and the part of the lines that other rows
  /// follow, if rulings part these.
  private static let widerWhite = 0.2
  private static let ruledRows = 0.05
  private static let fewestRulings = 2
  /// The part of the rows that may have what cells have not, and of the lines behind the first one of a row that have text in all of its columns: less
  /// than that, as the others have less text.
  private static let oddRows = 0.1
  private static let fullLines = 0.6

  /// The rows that rulings or wider white part from each other, whatever lines they have, also where cells stand in the middle of their rows;
  /// `nil` if lines are not set so.
  private var rowsOfWhite: [ClosedRange<Int>]? {
    guard rules != nil, lines.count > 2 else { return nil }
    var (bottom, white, ruled): (Double, [Double], [Bool]) = (lines[0].bottom, [], [])
    for line in lines.indices.dropFirst() {
      white.append(max(0, (lines[line].top - bottom) / em))
      ruled.append(isRuled(above: line))
      bottom = max(bottom, lines[line].bottom)
    }
    let free = zip(white, ruled).filter { !$1 }.map(\.0).sorted()
    guard let least = free.first, least < Self.tightGap else { return nil }
    // The widest step from lines of a cell to what is farther apart.
    var widest: (step: Double, start: Double)?
    for (a, b) in zip(free, free.dropFirst())
    where a < Self.tightGap && b - a > max(Self.widerWhite, widest?.step ?? 0) {
      widest = (b - a, b)
    }
    let rulings = ruled.count { $0 }
    let isRuled =
      rulings >= Self.fewestRulings && Double(rulings) >= Self.ruledRows * Double(lines.count)
      && (free.last ?? 0) < Self.tightGap
    guard widest != nil || isRuled else { return nil }
    var rows = [0...0]
    for line in lines.indices.dropFirst() {
      if ruled[line - 1] || widest.map({ white[line - 1] >= $0.start }) == true {
        rows.append(line...line)
      } else {
        rows[rows.count - 1] = rows[rows.count - 1].lowerBound...line
      }
    }
    return areRows(rows) ? rows : nil
  }

  /// Whether lines that stand close to each other look like cells of one row: no column has two values, and there is less text farther down.
  private func areRows(_ rows: [ClosedRange<Int>]) -> Bool {
    var (odd, full, rest) = (0, 0, 0)
    for row in rows where row.count > 1 {
      var (contents, isOdd) = (Contents(), false)
      for line in row {
        if values[line].meets(contents.values) { isOdd = true }
        add(line, to: &contents)
      }
      if isOdd || contents.hasSpan { odd += 1 }
      rest += row.count - 1
      full += row.dropFirst().count { starts($0) == contents.texts }
    }
    return rest > 0 && rows.count > 1 && Double(odd) <= Self.oddRows * Double(rows.count)
      && Double(full) < Self.fullLines * Double(rest)
  }

  private func isRuled(above line: Int) -> Bool {
    guard let rules else { return false }
    let between = rules.rulings.between(lines[line - 1].middle, lines[line].middle)
    return between.prefix(Self.mostRulesBetween).contains { ruling in
      TableCoverage(rules.rulings.near(ruling.position, within: Self.ruleReach))
        .share(from: rules.x0, to: rules.x1) > Self.ruledPart
    }
  }

  /// Whether a line that no ruling parts from the row before begins another one.
  private func beginsRow(_ line: Int, after row: Contents, of rowLines: ClosedRange<Int>) -> Bool {
    let isTight = lines[line].top - lines[line - 1].bottom < Self.tightGap * em
    // A cell holds one value, and a heading of a group is a row of its own.
    if values[line].meets(row.values) || row.hasSpan
      || layout.lines[line].contains(where: { $0.last > $0.first })
    {
      return true
    }
    if isTight, isFlushBelow(line, after: row, of: rowLines) { return false }
    if rules != nil, line < body { return !isTight }
    let isLabelAlone = row.texts == .label
    if rules != nil, line == body, !isLabelAlone { return true }
    let starts = starts(line)
    if starts.contains(0) {
      let mayGoOn = starts.count == 1 || isLabelAlone
      return !(mayGoOn && isTight && labelGoesOn(line))
    }
    // Text does not go on with a number above it.
    if !isLabelAlone, values[line].isEmpty, layout.lines[line].count == 1, starts.isSubset(of: row.values) {
      return true
    }
    return !(isTight && values[line].isEmpty && (isLabelAlone || starts.isSubset(of: row.texts)))
  }

  /// Lines of one row are nearer to each other than to the row before, by at least this, in em.
  private static let rowDistance = 0.25

  /// Whether a line with a label ends the row of a taller cell: cells stand flush with the bottom of their row, and rows are farther apart
  /// than lines.
  private func isFlushBelow(_ line: Int, after row: Contents, of rowLines: ClosedRange<Int>) -> Bool {
    let first = rowLines.lowerBound
    guard first > 0, rules != nil, row.values.isEmpty, !row.texts.contains(0), starts(line).contains(0),
      row.texts.isSubset(of: starts(line))
    else { return false }
    let distance = lines[first].top - lines[first - 1].bottom
    return distance > lines[line].top - lines[line - 1].bottom + Self.rowDistance * em
  }

  /// Whether the label of a line goes on with the one above: it begins as no label does.
  private func labelGoesOn(_ line: Int) -> Bool {
    guard layout.lines[line - 1].first?.first == 0,
      let start = layout.lines[line].first?.words.first?.text.unicodeScalars.first
    else { return false }
    return start.properties.isLowercase || start == "(" || start == "&"
  }
}
