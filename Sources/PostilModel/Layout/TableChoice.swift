/// Which tables of a page are true: those that its tags say, as far as they are what is seen, and those that are found besides.
package enum TableChoice {
  /// The part of the letters within a table that its cells have, at least, and how many times as many they may have.
  private static let share = 0.9...1.1
  /// The part of the neighboring cells that must stand as the tags say.
  private static let placedPart = 0.9
  /// The part of the smaller of two tables that the other covers, if both are one.
  private static let commonPart = 0.3

  /// - Parameters:
  ///   - tagged: What the tags of the page say.
  ///   - layout: What the page looks like.
  /// - Returns: The tables from the top to the bottom.
  /// - Complexity: O(letters × tagged tables + cells).
  package static func tables(tagged: [PageTable], layout: PageLayout?, on page: PageID) -> [PageTable] {
    let found = layout?.tables.map { $0.table(on: page) } ?? []
    guard let layout else { return found }
    let kept = tagged.filter { isSeen($0, layout) }
    let others = found.filter { one in !kept.contains { areOne($0.bounds, one.bounds) } }
    guard !kept.isEmpty else { return others }
    return (kept + others).map { (layout.view.viewRect($0.bounds).minY, $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Whether a table that tags say is one, has all that is seen where it stands, and its cells stand in rows and columns.
  static func isSeen(_ table: PageTable, _ layout: PageLayout) -> Bool {
    guard table.rowCount > 1, table.columnCount > 1,
      table.cells.allSatisfy({ !$0.bounds.isEmpty })
    else { return false }
    let bounds = table.bounds.insetBy(dx: -1, dy: -1)
    let seen = layout.text.letterCount(in: bounds)
    let tagged = table.cells.reduce(0) { sum, cell in
      sum + cell.text.unicodeScalars.count { !$0.isSpace }
    }
    guard seen > 0, share.contains(Double(tagged) / Double(seen)) else { return false }
    return isPlaced(table, layout.view)
  }

  /// Whether most cells stand under those that come before them in their column, and beside those that come before them in their row.
  private static func isPlaced(_ table: PageTable, _ view: PageTransform) -> Bool {
    struct Place: Hashable {
      let row, column: Int
    }
    var cells: [Place: ViewRect] = [:]
    for cell in table.cells {
      cells[Place(row: cell.rows.lowerBound, column: cell.columns.lowerBound)] = view.viewRect(cell.bounds)
    }
    var (pairs, right, left, wrong) = (0, 0, 0, 0)
    for (place, rect) in cells {
      if let under = cells[Place(row: place.row + 1, column: place.column)] {
        pairs += 1
        if under.minY + under.maxY <= rect.minY + rect.maxY { wrong += 1 }
      }
      if let beside = cells[Place(row: place.row, column: place.column + 1)] {
        pairs += 1
        if beside.minX >= rect.maxX - 1 {
          right += 1
        } else if beside.maxX <= rect.minX + 1 {
          left += 1
        } else {
          wrong += 1
        }
      }
    }
    // Tables of scripts that run from right to left begin at the right.
    guard Double(wrong + min(left, right)) <= (1 - placedPart) * Double(pairs) else { return false }
    return !isShifted(table, view)
  }

  /// Whether cells of rows with fewer cells than others stand under those of other columns and not of their own: producers leave out empty
  /// cells, and what follows these would move.
  private static func isShifted(_ table: PageTable, _ view: PageTransform) -> Bool {
    // From where to where each column reaches, by the rows that have all cells.
    var columns: [Int: ClosedRange<Double>] = [:]
    let whole = Dictionary(grouping: table.cells.filter { $0.columns.count == 1 }, by: \.rows.lowerBound)
    for row in whole.values where row.count == table.columnCount {
      for cell in row {
        let rect = view.viewRect(cell.bounds)
        let known = columns[cell.columns.lowerBound] ?? rect.minX...max(rect.maxX, rect.minX)
        columns[cell.columns.lowerBound] =
          min(known.lowerBound, rect.minX)...max(known.upperBound, rect.maxX)
      }
    }
    guard columns.count == table.columnCount else { return false }
    func overlap(_ rect: ViewRect, _ column: Int) -> Double {
      columns[column].map { min(rect.maxX, $0.upperBound) - max(rect.minX, $0.lowerBound) } ?? -1
    }
    return whole.values.contains { row in
      row.count < table.columnCount
        && row.contains { cell in
          let rect = view.viewRect(cell.bounds)
          guard overlap(rect, cell.columns.lowerBound) <= 0 else { return false }
          return overlap(rect, cell.columns.lowerBound + 1) > 0
            || overlap(rect, cell.columns.lowerBound - 1) > 0
        }
    }
  }

  private static func areOne(_ a: PageRect, _ b: PageRect) -> Bool {
    guard let common = a.intersection(b) else { return false }
    return common.width * common.height
      > commonPart * max(min(a.width * a.height, b.width * b.height), 1e-9)
  }
}

extension PageText {
  /// How many characters that are no spaces stand in an area.
  fileprivate func letterCount(in area: PageRect) -> Int {
    characters.indices.count { index in
      guard !characters[index].isSpace else { return false }
      let box = boxes[index]
      return area.contains(PagePoint(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2))
    }
  }
}
