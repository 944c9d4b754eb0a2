/// A table in the making: cells on a grid whose rows and columns are numbered later without gaps.
struct TableCell {
  var rows: ClosedRange<Int>
  var columns: ClosedRange<Int>
  var words: [TableWord]
}

/// Tables whose cells rulings part in both directions.
struct LatticeTables {
  let em: Double
  /// How far apart rulings and crossings are that belong together, in points.
  let tolerance: Double

  /// Rulings that run so far beyond the last one across, in em, have an open end: a border is missing there.
  private static let openEnd = 0.7
  /// The part of the edge between two places that is ruled if they are two cells.
  private static let ruledPart = 0.5
  /// A table has more filled cells; two are a frame.
  private static let fewestCells = 3
  /// The part of its cells that has text; the lines of charts make many empty ones.
  private static let filledPart = 0.25
  /// Larger grids are drawings: more columns than letters fit on a page, or more places than words.
  private static let mostColumns = 300
  private static let mostRows = 3_000
  private static let mostPlaces = 60_000

  /// - Parameter inner: Where tables are in its cells: these stay whole.
  /// - Returns: The cells, and all words within the rulings, in the cells or not; `nil` if there is no grid, or what is in it is none.
  func table(
    _ group: RulingGroup, _ words: [TableWord], with inner: [TableBox] = []
  ) -> (cells: [TableCell], used: [TableWord])? {
    guard let box = group.box else { return nil }
    let xs = lines(group.vertical, from: box.x0, to: box.x1)
    let ys = lines(group.horizontal, from: box.y0, to: box.y1)
    // Otherwise a frame, or rules alone: these may bound a table of mere text.
    let (columns, rows) = (xs.count - 1, ys.count - 1)
    guard columns >= 2, rows >= 2, columns <= Self.mostColumns, rows <= Self.mostRows,
      columns * rows <= Self.mostPlaces
    else { return nil }
    let bounds = TableBox(x0: xs[0], y0: ys[0], x1: xs[columns], y1: ys[rows]).widened(by: tolerance)
    let inside = words.filter { bounds.contains(x: $0.box.middleX, y: $0.box.middleY) }
    guard !inside.isEmpty else { return nil }

    var grid = LatticeGrid(columns: columns, rows: rows)
    grid.join(group, xs, ys, reach: 1.5 * tolerance, ruledPart: Self.ruledPart)
    let places = grid.cells
    var owners = [Int](repeating: 0, count: columns * rows)
    for (number, place) in places.enumerated() {
      for row in place.rows { for column in place.columns { owners[row * columns + column] = number } }
    }
    var contents = [[TableWord]](repeating: [], count: places.count)
    for word in inside {
      let column = min(max(xs.firstPlace { $0 > word.box.middleX } - 1, 0), columns - 1)
      let row = min(max(ys.firstPlace { $0 > word.box.middleY } - 1, 0), rows - 1)
      contents[owners[row * columns + column]].append(word)
    }
    var cells: [LatticeCell] = []
    for (place, words) in zip(places, contents) where !words.isEmpty {
      cells.append(
        LatticeCell(
          box: TableBox(
            x0: xs[place.columns.lowerBound], y0: ys[place.rows.lowerBound],
            x1: xs[place.columns.upperBound + 1], y1: ys[place.rows.upperBound + 1]), words: words))
    }
    guard Double(cells.count) >= Self.filledPart * Double(places.count) else { return nil }
    guard grid.areNeighbors(owners, contents.map { !$0.isEmpty }, xs, ys, within: em) else {
      return nil
    }
    let whole = cells.filter { cell in inner.contains { cell.box.contains(x: $0.middleX, y: $0.middleY) } }
    cells.removeAll { cell in whole.contains { $0.box == cell.box } }
    cells = LatticeColumns(em: em, xs: xs).cut(cells)
    cells = LatticeRows(em: em).cut(cells) + whole
    guard cells.count >= Self.fewestCells, let result = numbered(cells) else { return nil }
    return (result, inside)
  }

  /// A table with others in its cells has so many filled cells besides.
  private static let fewestCellsBesides = 3
  /// Rulings of a group that may have cells beside and under each other; with more such groups, a page has no tables in tables.
  private static let fewestRulings = 5
  private static let mostGroups = 100

  /// The groups in the order in which their words are taken: the one with the most rulings first, but a table before those in its cells,
  /// each with the boxes of these.
  ///
  /// - Complexity: O(groups² + groups × words)
  func nested(_ groups: [RulingGroup], _ words: [TableWord]) -> [(group: RulingGroup, inner: [TableBox])] {
    let sorted = groups.sorted { $0.count > $1.count }
    let count = sorted.prefix { $0.count >= Self.fewestRulings }.count
    guard (2...Self.mostGroups).contains(count) else { return sorted.map { ($0, []) } }
    let boxes = sorted.prefix(count).map(\.box)
    // Of all groups: small ones have none.
    var inner = [[TableBox]](repeating: [], count: sorted.count)
    for (number, box) in boxes.enumerated() {
      guard let box, boxes.contains(where: { $0 != box && $0?.contains(box) == true }),
        table(sorted[number], words) != nil
      else { continue }
      for (outer, other) in boxes.enumerated() where outer != number && other?.contains(box) == true {
        inner[outer].append(box)
      }
    }
    let isOuter = sorted.indices.map { number in
      guard !inner[number].isEmpty else { return false }
      let besides = words.filter { word in
        !inner[number].contains { $0.contains(x: word.box.middleX, y: word.box.middleY) }
      }
      return (table(sorted[number], besides)?.cells.count ?? 0) >= Self.fewestCellsBesides
    }
    // The outermost first.
    let outer = sorted.indices.filter { isOuter[$0] }.sorted { inner[$0].count > inner[$1].count }
    return (outer + sorted.indices.filter { !isOuter[$0] })
      .map { (sorted[$0], isOuter[$0] ? inner[$0] : []) }
  }

  /// The lines of the grid that run across a stretch, with the borders that are missing at its ends.
  private func lines(_ rulings: [TableRuling], from start: Double, to end: Double) -> [Double] {
    var lines = rulings.map(\.position).clusters(within: tolerance)
    guard let first = lines.first, let last = lines.last else { return [] }
    if first - start > Self.openEnd * em { lines.insert(start, at: 0) }
    if end - last > Self.openEnd * em { lines.append(end) }
    return lines
  }

  /// Edges nearer than this, in points, are the same: they were the same line.
  private static let sameEdge = 0.5

  /// Puts cells on a grid of their edges; `nil` if all are in one row or column.
  private func numbered(_ cells: [LatticeCell]) -> [TableCell]? {
    let xs = cells.flatMap { [$0.box.x0, $0.box.x1] }.clusters(within: Self.sameEdge)
    let ys = cells.flatMap { [$0.box.y0, $0.box.y1] }.clusters(within: Self.sameEdge)
    let result = cells.map { cell in
      let (left, top) = (xs.nearestPlace(to: cell.box.x0), ys.nearestPlace(to: cell.box.y0))
      return TableCell(
        rows: top...max(top, ys.nearestPlace(to: cell.box.y1) - 1),
        columns: left...max(left, xs.nearestPlace(to: cell.box.x1) - 1), words: cell.words)
    }
    guard Set(result.map(\.rows.lowerBound)).count >= 2, Set(result.map(\.columns.lowerBound)).count >= 2
    else {
      return nil
    }
    return result
  }
}

/// A cell by its edges, so that it can be cut further.
struct LatticeCell {
  var box: TableBox
  var words: [TableWord]
}

/// The places between the lines of a lattice, and which of them are one cell.
struct LatticeGrid {
  let columns: Int
  let rows: Int
  private var parents: [Int]

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    parents = Array(0..<(columns * rows))
  }

  private mutating func root(_ place: Int) -> Int {
    var place = place
    while parents[place] != place {
      parents[place] = parents[parents[place]]
      place = parents[place]
    }
    return place
  }

  /// Joins places where no ruling stands between them.
  mutating func join(
    _ group: RulingGroup, _ xs: [Double], _ ys: [Double], reach: Double, ruledPart: Double
  ) {
    let (down, across) = (TableRulings(group.vertical), TableRulings(group.horizontal))
    for column in 0..<(columns - 1) {
      let coverage = TableCoverage(down.near(xs[column + 1], within: reach))
      for row in 0..<rows where coverage.share(from: ys[row], to: ys[row + 1]) < ruledPart {
        let place = row * columns + column
        parents[root(place)] = root(place + 1)
      }
    }
    for row in 0..<(rows - 1) {
      let coverage = TableCoverage(across.near(ys[row + 1], within: reach))
      for column in 0..<columns where coverage.share(from: xs[column], to: xs[column + 1]) < ruledPart {
        let place = row * columns + column
        parents[root(place)] = root(place + columns)
      }
    }
  }

  /// The part of the filled cells that stand beside or under another one: boxes that lines join, as those of a plan of an organization, do
  /// not.
  private static let neighborPart = 0.5

  /// Whether most cells with text have another one beside, above or below them, no farther than a distance.
  ///
  /// - Parameter owners: The numbers of the cells of all places.
  func areNeighbors(
    _ owners: [Int], _ isFilled: [Bool], _ xs: [Double], _ ys: [Double], within distance: Double
  )
    -> Bool
  {
    var hasNeighbor = [Bool](repeating: false, count: isFilled.count)
    func mark(_ lines: [Double], _ count: Int, _ other: Int, _ owner: (Int, Int) -> Int) {
      for line in 0..<other {
        var last: (cell: Int, end: Double)?
        for place in 0..<count where isFilled[owner(line, place)] {
          let cell = owner(line, place)
          if let last, last.cell != cell, lines[place] - last.end <= distance {
            hasNeighbor[last.cell] = true
            hasNeighbor[cell] = true
          }
          last = (cell, lines[place + 1])
        }
      }
    }
    mark(xs, columns, rows) { owners[$0 * columns + $1] }
    mark(ys, rows, columns) { owners[$1 * columns + $0] }
    let filled = isFilled.count(where: \.self)
    return Double(hasNeighbor.count(where: \.self)) >= Self.neighborPart * Double(filled)
  }

  /// The cells: joined places, or if these are no rectangle, those that are joined along a row.
  var cells: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] {
    mutating get {
      var groups: [Int: [Int]] = [:]
      var order: [Int] = []
      for place in parents.indices {
        let key = root(place)
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append(place)
      }
      var result: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] = []
      for key in order {
        guard let places = groups[key], let first = places.first, let last = places.last else { continue }
        let (top, bottom) = (first / columns, last / columns)
        var (left, right) = (columns, 0)
        for place in places { (left, right) = (min(left, place % columns), max(right, place % columns)) }
        if (bottom - top + 1) * (right - left + 1) == places.count {
          result.append((top...bottom, left...right))
          continue
        }
        var start = 0
        while start < places.count {
          var end = start
          while end + 1 < places.count, places[end + 1] == places[end] + 1,
            places[end + 1] / columns == places[start] / columns
          {
            end += 1
          }
          let row = places[start] / columns
          result.append((row...row, (places[start] % columns)...(places[end] % columns)))
          start = end + 1
        }
      }
      return result
    }
  }
}
