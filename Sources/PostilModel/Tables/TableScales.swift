/// Charts, by the scales of their axes: numbers in a row and in a column that stand as far from each other as their values are.
struct TableScales {
  /// Where the axes of charts are, with what is between them.
  private(set) var charts: [TableBox] = []

  /// A scale has so many numbers, and those of both axes of a chart together.
  private static let fewestNumbers = 3
  private static let fewestNumbersOfBoth = 7
  /// How far from each other the middles of one row, and the sides of one column, are, in em; and how far a number may be from its place.
  private static let alignment = 0.25
  private static let deviation = 0.3
  /// Nearer numbers, in em, are no scale.
  private static let smallestStep = 1.2
  /// How far the numbers of one axis are from the other at most, in em.
  private static let reach = 4.0
  /// The part of its numbers that have others beside them, as the first of the rows of a table have.
  private static let attendedPart = 0.34
  /// A page has fewer of them.
  private static let mostNumbers = 1_000
  private static let mostScales = 50

  private struct Number {
    let value: Double
    let box: TableBox
  }

  /// - Complexity: O(*n* log *n*) for the words, and the square of the number of scales.
  init(_ words: [TableWord], em: Double) {
    var numbers: [Number] = []
    for word in words {
      guard let value = TableText.number(word.text) else { continue }
      numbers.append(Number(value: value, box: word.box))
      guard numbers.count <= Self.mostNumbers else { return }
    }
    let rows = Self.runs(numbers, across: \.middleY, along: \.middleX, sign: 1, em)
    var columns: [[TableBox]] = []
    // The numbers beside an axis end, begin, or have their middles below each other.
    for side: KeyPath<TableBox, Double> in [\.x1, \.middleX, \.x0] {
      for run in Self.runs(numbers, across: { $0[keyPath: side] }, along: \.middleY, sign: -1, em)
      where !columns.contains(where: { $0.contains(run[0]) && $0.contains(run[run.count - 1]) }) {
        columns.append(run)
      }
    }
    guard rows.count <= Self.mostScales, columns.count <= Self.mostScales else { return }
    let boxes = numbers.map(\.box)
    for row in rows {
      for column in columns
      where row.count + column.count >= Self.fewestNumbersOfBoth && Self.meet(row, column, em) {
        guard let chart = (row + column).united, !Self.isAttended(column, by: boxes, in: chart, em) else {
          continue
        }
        charts.append(chart)
      }
    }
  }

  /// The longest runs of numbers that stand by their values, of those with one place across.
  private static func runs(
    _ numbers: [Number], across: (TableBox) -> Double, along: (TableBox) -> Double, sign: Double, _ em: Double
  ) -> [[TableBox]] {
    var result: [[TableBox]] = []
    let sorted = numbers.sorted { across($0.box) < across($1.box) }
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, across(sorted[end].box) - across(sorted[end - 1].box) < alignment * em {
        end += 1
      }
      let line = sorted[start..<end].sorted { along($0.box) < along($1.box) }
      var first = 0
      while first + fewestNumbers <= line.count {
        let (origin, next) = (line[first], line[first + 1])
        var last = first
        if along(next.box) - along(origin.box) > smallestStep * em, sign * (next.value - origin.value) > 0 {
          last = first + 1
          while last + 1 < line.count {
            let (known, other) = (line[last], line[last + 1])
            // As far as those before tell.
            let wanted =
              (along(known.box) - along(origin.box)) * (other.value - origin.value)
              / (known.value - origin.value)
            guard along(other.box) - along(known.box) > smallestStep * em,
              abs(along(other.box) - along(origin.box) - wanted) < deviation * em
            else { break }
            last += 1
          }
        }
        if last - first + 1 >= fewestNumbers { result.append(line[first...last].map(\.box)) }
        first = max(last, first + 1)
      }
      start = end
    }
    return result
  }

  /// Whether two scales are those of the axes of one chart: they begin near each other, or cross.
  private static func meet(_ row: [TableBox], _ column: [TableBox], _ em: Double) -> Bool {
    guard let across = row.united, let down = column.united else { return false }
    let reach = reach * em
    let isBeside = down.x1 > across.x0 - reach && down.x0 < across.x1 + reach
    return isBeside && across.y1 > down.y0 - reach && across.y0 < down.y1 + reach
  }

  /// Whether many numbers of a column have others on their lines, within an area.
  private static func isAttended(
    _ column: [TableBox], by numbers: [TableBox], in area: TableBox, _ em: Double
  ) -> Bool {
    let attended = column.count { number in
      numbers.contains { other in
        other != number && abs(other.middleY - number.middleY) < alignment * em
          && (other.x0 > number.x1 || other.x1 < number.x0) && area.x0 <= other.x1 && other.x0 <= area.x1
      }
    }
    return Double(attended) > attendedPart * Double(column.count)
  }
}
