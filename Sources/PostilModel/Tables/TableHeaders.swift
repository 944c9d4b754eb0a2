/// Widens the headings of groups of columns over their groups, and joins the broken headings beside them.
struct TableHeaders {
  let em: Double
  let rules: TableRulings
  let columnCount: Int
  /// The lines of each row.
  let rows: [ClosedRange<Int>]
  let lines: [TableLine]
  /// How many rows are before the body.
  let headerRows: Int

  /// A rule under a heading reaches to within this of its ends, in em, and is shorter than this part of the table.
  private static let ruleReach = 1.0
  private static let longestRule = 0.9
  /// How far a heading's middle is from its group's, in em: of each heading, on average where all columns have one, and where a heading
  /// is judged alone.
  private static let farthestMiddle = 2.0
  private static let farthestMiddleOnAverage = 1.2
  private static let farthestMiddleAlone = 1.5
  /// A wider group is to be so much better, in em.
  private static let gain = 0.1
  /// More rows than these are no header.
  private static let mostRows = 20

  func applied(to cells: [TableCell]) -> [TableCell] {
    var cells = cells
    // The columns' extents, from the rows below.
    var extents = Array(repeating: ColumnExtent(), count: columnCount)
    var byRow: [[Int]] = Array(repeating: [], count: rows.count)
    for (place, cell) in cells.enumerated() { byRow[cell.rows.lowerBound].append(place) }
    let last = min(rows.count - 1, headerRows, Self.mostRows)
    guard last > 0 else { return cells }
    var extentsBelow: [[ColumnExtent]] = Array(repeating: extents, count: last)
    for row in rows.indices.reversed() {
      if row < last { extentsBelow[row] = extents }
      for place in byRow[row] where cells[place].columns.count == 1 {
        guard let box = cells[place].words.bounds else { continue }
        extents[cells[place].columns.lowerBound].add(box.x0, box.x1)
      }
    }
    for row in 0..<last {
      let headings = byRow[row].sorted { cells[$0].columns.lowerBound < cells[$1].columns.lowerBound }
      var below = ColumnSet()
      for place in byRow[row + 1] where cells[place].columns.count == 1 {
        below.insert(cells[place].columns.lowerBound)
      }
      guard !headings.isEmpty, !extentsBelow[row].contains(where: \.isEmpty) else { continue }
      widen(headings, of: row, below, extentsBelow[row], &cells)
    }
    return joined(cells)
  }

  private func widen(
    _ headings: [Int], of row: Int, _ below: ColumnSet, _ extents: [ColumnExtent], _ cells: inout [TableCell]
  ) {
    let width = extents[columnCount - 1].high - extents[0].low
    let bottom = lines[rows[row + 1]].map(\.bottom).min() ?? 0
    let isRuled = headings.contains { place in
      guard cells[place].columns.lowerBound > 0, let first = cells[place].words.first,
        let last = cells[place].words.last
      else { return false }
      return rules.between(first.box.middleY, bottom).contains {
        $0.start < first.box.x0 + Self.ruleReach * em && $0.end > last.box.x1 - Self.ruleReach * em
          && $0.length < Self.longestRule * width
      }
    }
    if !isRuled, partition(headings, below, extents, &cells) { return }
    for (number, place) in headings.enumerated() {
      let columns = cells[place].columns
      if columns.lowerBound == 0, columnCount > 2 { continue }
      let low = number > 0 ? cells[headings[number - 1]].columns.upperBound + 1 : 1
      let high =
        number + 1 < headings.count ? cells[headings[number + 1]].columns.lowerBound - 1 : columnCount - 1
      guard let box = cells[place].words.bounds else { continue }
      let group =
        ruledGroup(box, bottom, low, high, extents, width)
        ?? centeredGroup(box, around: columns, low, high, below, extents)
      if let group, group.lowerBound <= columns.lowerBound, group.upperBound >= columns.upperBound {
        cells[place].columns = group
      }
    }
  }

  /// The columns whose middles a rule below the heading covers.
  private func ruledGroup(
    _ box: TableBox, _ bottom: Double, _ low: Int, _ high: Int, _ extents: [ColumnExtent], _ width: Double
  ) -> ClosedRange<Int>? {
    guard low <= high else { return nil }
    let reach = Self.ruleReach * em
    var group: ClosedRange<Int>?
    for rule in rules.between(box.middleY, bottom)
    where rule.start <= box.x0 + reach && rule.end >= box.x1 - reach && rule.length < Self.longestRule * width
    {
      let covered = (low...high).filter {
        extents[$0].high > extents[$0].low && rule.start - reach < extents[$0].middle
          && extents[$0].middle < rule.end + reach
      }
      if let first = covered.first, let last = covered.last { group = first...last }
    }
    return group
  }

  /// The columns with cells below on which the heading is centered best.
  private func centeredGroup(
    _ box: TableBox, around columns: ClosedRange<Int>, _ low: Int, _ high: Int, _ below: ColumnSet,
    _ extents: [ColumnExtent]
  ) -> ClosedRange<Int>? {
    guard low <= columns.lowerBound, columns.upperBound <= high else { return nil }
    var best: (distance: Double, group: ClosedRange<Int>)?
    for first in low...columns.lowerBound {
      for last in columns.upperBound...high where ColumnSet(from: first, through: last).isSubset(of: below) {
        let distance = abs((extents[first].low + extents[last].high) / 2 - box.middleX)
        if distance < Self.farthestMiddleAlone * em,
          best.map({ distance < $0.distance - Self.gain * em }) ?? true
        {
          best = (distance, first...last)
        }
      }
    }
    return best?.group
  }

  /// Parts all columns but that of the labels among two or more headings, such that each is centered on its own as well as can be.
  ///
  /// - Returns: Whether they can be parted so.
  private func partition(
    _ headings: [Int], _ below: ColumnSet, _ extents: [ColumnExtent], _ cells: inout [TableCell]
  ) -> Bool {
    let headings = headings.filter { cells[$0].columns.lowerBound > 0 }
    guard headings.count >= 2, headings.count < columnCount - 1 else { return false }
    let boxes = headings.compactMap { cells[$0].words.bounds }
    guard boxes.count == headings.count else { return false }
    func cost(_ heading: Int, _ first: Int, _ last: Int) -> Double? {
      let (columns, box) = (cells[headings[heading]].columns, boxes[heading])
      guard columns.lowerBound >= first, columns.upperBound <= last,
        ColumnSet(from: first, through: last).isSubset(of: below)
      else { return nil }
      var distance = abs((extents[first].low + extents[last].high) / 2 - box.middleX)
      if first == last {
        distance = min(distance, abs(extents[first].high - box.x1), abs(extents[first].low - box.x0))
      }
      return distance <= Self.farthestMiddle * em ? distance : nil
    }
    // The least cost of headings up to each column, and where the last of them begins.
    var table = Array(
      repeating: [(cost: Double, first: Int)?](repeating: nil, count: columnCount + 1),
      count: headings.count + 1)
    table[0][1] = (0, 0)
    for heading in headings.indices {
      for first in 1..<columnCount {
        guard let before = table[heading][first] else { continue }
        for last in first..<columnCount {
          guard let own = cost(heading, first, last) else { continue }
          if table[heading + 1][last + 1].map({ before.cost + own < $0.cost }) ?? true {
            table[heading + 1][last + 1] = (before.cost + own, first)
          }
        }
      }
    }
    guard let best = table[headings.count][columnCount],
      best.cost < Self.farthestMiddleOnAverage * em * Double(headings.count)
    else { return false }
    var end = columnCount
    for heading in headings.indices.reversed() {
      guard let first = table[heading + 1][end]?.first else { return false }
      cells[headings[heading]].columns = first...(end - 1)
      end = first
    }
    return true
  }

  /// Makes one cell of what stands close below each other in a column of the header: broken headings beside headings of groups.
  private func joined(_ cells: [TableCell]) -> [TableCell] {
    guard headerRows >= 2 else { return cells }
    let header = cells.filter { $0.rows.lowerBound < headerRows }
      .sorted { ($0.columns.lowerBound, $0.rows.lowerBound) < ($1.columns.lowerBound, $1.rows.lowerBound) }
    var result: [TableCell] = []
    for cell in header {
      if let last = result.last, last.columns.count == 1, last.columns == cell.columns,
        cell.rows.lowerBound == last.rows.upperBound + 1, let above = last.words.bounds,
        let box = cell.words.bounds, box.y0 - above.y1 < TableRows.tightGap * em,
        !rules.between(above.middleY, box.middleY).contains(where: {
          $0.start < box.middleX && box.middleX < $0.end
        })
      {
        result[result.count - 1].rows = last.rows.lowerBound...cell.rows.upperBound
        result[result.count - 1].words += cell.words
      } else {
        result.append(cell)
      }
    }
    return result + cells.filter { $0.rows.lowerBound >= headerRows }
  }
}
